from evalcore.api import Examined as Examined
from evalcore.api import ExaminedCase as ExaminedCase
from evalcore.api import examine as examine

__version__: str

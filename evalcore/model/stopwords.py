"""Words too common to tell texts apart, in Spanish and English, without accents.

Only function words stand here. Words of negation (no, sin, not, without) are not among them:
they change what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping

_SPANISH = """
a al algo algun alguna algunas alguno algunos ante aquel aquella aquellas aquello aquellos asi
aun aunque cada como con cual cuales cualquier cuando cuanta cuantas cuanto cuantos cuya cuyas
cuyo cuyos de del desde donde dos e el ella ellas ello ellos en entre era eran eres es esa esas
ese eso esos esta estaba estaban estamos estan estar estas este esto estos estoy fue fueron ha
haber habia habian han has hasta hay he hemos la las le les lo los mas me mi mis mia mias mio
mios mientras mucho muy nada ni nos nosotros nuestra nuestras nuestro nuestros o os otra otras
otro otros para pero poco por porque pues que quien quienes se sea sean segun ser si sido siendo
sobre sois somos son soy su sus suya suyas suyo suyos tal tambien tan tanto te tener tengo ti
tiene tienen toda todas todo todos tu tus tuya tuyas tuyo tuyos u un una unas uno unos vosotros
vuestra vuestras vuestro vuestros y ya yo
"""

_ENGLISH = """
a about after again all also am an and any are as at be because been before being between both
but by can could did do does doing during each few for from further had has have having he her
here hers him his how i if in into is it its itself me more most my of off on once only or other
our ours out over own same she should so some such than that the their theirs them then there
these they this those through to too under until up very was we were what when where which while
who whom why will with would you your yours
"""

STOPWORDS: Mapping[str, frozenset[str]] = {
    "es": frozenset(_SPANISH.split()),
    "en": frozenset(_ENGLISH.split()),
}
"""By language code; already folded as ``folding.fold`` folds."""

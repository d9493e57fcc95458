"""Which tests each process of a parallel run begins with.

Processes get even slices of the list of tests and take over from each other what is left, but
never the last two of anyone: a slice that ends with long tests keeps one process busy for minutes
while the others are done.
"""

from collections import defaultdict
from itertools import chain

LONG = ("browser", "acceptance", "trust", "pages")
"""The directories of long tests, the longest first."""


def dealt(items, processes):
    """The same tests, so that every process begins with its share of the files of long ones."""
    files = defaultdict(list)
    for item in items:
        files[item.path].append(item)
    hands = [[] for _ in range(processes)]
    for directory in LONG:
        shares = [[] for _ in hands]
        for path in [path for path in files if path.parent.name == directory]:
            min(shares, key=len).extend(files.pop(path))
        for hand, share in zip(hands, sorted(shares, key=len, reverse=True), strict=True):
            hand.extend(share)
        hands.sort(key=len)
    short = list(chain.from_iterable(files.values()))
    for place, hand in enumerate(hands):
        left = len(short) + sum(map(len, hands[place:]))
        room = max(0, left // (processes - place) - len(hand))
        hand.extend(short[:room])
        del short[:room]
    return [*chain.from_iterable(hands), *short]

"""A cache with a bounded number of entries."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class LruCache(Generic[T]):
    """Keeps the most recently used values, each under its key. Thread safe."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._values: OrderedDict[Hashable, tuple[Hashable, T]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T], version: Hashable = None) -> T:
        """The value for *key*, computed by *make* if it is missing or of another *version*.

        Two threads may both compute it.
        """
        with self._lock:
            cached = self._values.get(key)
            if cached and cached[0] == version:
                self._values.move_to_end(key)
                return cached[1]
        made = make()
        with self._lock:
            self._values[key] = version, made
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        return made

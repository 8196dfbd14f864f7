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
        if (cached := self._find(key, version)) is not None:
            return cached[1]
        made = make()
        self.put(key, made, version)
        return made

    def find(self, key: Hashable) -> T | None:
        """The value for *key*; None if it is missing."""
        cached = self._find(key, None)
        return None if cached is None else cached[1]

    def _find(self, key: Hashable, version: Hashable) -> tuple[Hashable, T] | None:
        with self._lock:
            cached = self._values.get(key)
            if cached is None or cached[0] != version:
                return None
            self._values.move_to_end(key)
            return cached

    def put(self, key: Hashable, value: T, version: Hashable = None) -> None:
        """Keeps *value* as the one used last."""
        with self._lock:
            self._values[key] = version, value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

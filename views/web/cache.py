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
        self.put(key, made, version)
        return made

    def find(self, key: Hashable) -> T | None:
        """The value for *key*; None if it is missing."""
        with self._lock:
            return self._values[key][1] if key in self._values else None

    def put(self, key: Hashable, value: T, version: Hashable = None) -> None:
        """Keeps *value* as the one used last."""
        with self._lock:
            self._values[key] = version, value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

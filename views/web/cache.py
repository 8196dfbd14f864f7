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
        self._values: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value for *key*, computed by *make* if it is missing. Two threads may both compute it."""
        if (cached := self.find(key)) is not None:
            return cached
        made = make()
        self.put(key, made)
        return made

    def find(self, key: Hashable) -> T | None:
        """The value for *key*; None if it is missing."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: T) -> None:
        """Keeps *value* as the one used last."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

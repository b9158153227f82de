"""A control group (version 1 or 2) that limits a process's memory and cores.

Needs the right to make one, which root has outside a container and in some.
"""

import os
import pathlib

ROOT = pathlib.Path("/sys/fs/cgroup")
PERIOD_US = 100_000


class ControlGroup:
    """Made empty and without limits. Use as a context manager: leaving it
    removes the group, in which no process may run any more.

    Raises OSError where no such group can be made.
    """

    def __init__(self):
        name = f"interpres-{os.getpid()}"
        self._unified = (ROOT / "cgroup.controllers").exists()
        if self._unified:
            self._memory = self._cpu = ROOT / name
        else:
            self._memory = ROOT / "memory" / name
            self._cpu = ROOT / "cpu" / name
        self._made = []
        try:
            for path in {self._memory, self._cpu}:
                path.mkdir()
                self._made.append(path)
            # Both controllers are there, and may be written.
            self.limit_memory(None)
            self.limit_cores(None)
        except OSError:
            self.close()
            raise

    def add(self, pid):
        for path in self._made:
            (path / "cgroup.procs").write_text(str(pid))

    def limit_cores(self, cores):
        """Limits the time to `cores` cores, e.g. 0.5. None means unlimited."""
        quota = None if cores is None else round(cores * PERIOD_US)
        if self._unified:
            text = "max" if quota is None else str(quota)
            (self._cpu / "cpu.max").write_text(f"{text} {PERIOD_US}")
        else:
            (self._cpu / "cpu.cfs_quota_us").write_text(
                str(-1 if quota is None else quota))

    def limit_memory(self, size):
        """Limits the memory to `size` bytes. None means unlimited."""
        if self._unified:
            (self._memory / "memory.max").write_text(
                "max" if size is None else str(size))
        else:
            (self._memory / "memory.limit_in_bytes").write_text(
                str(-1 if size is None else size))

    def memory_in_use(self):
        file = "memory.current" if self._unified else "memory.usage_in_bytes"
        return int((self._memory / file).read_text())

    def close(self):
        for path in self._made:
            path.rmdir()
        self._made = []

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

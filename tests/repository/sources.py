"""The files of the repository, and what of them is source."""
import pathlib
import subprocess

CPP = {'.cpp', '.hpp', '.h', '.c'}
SCRIPTS = {'.py', '.sh', '.cmake'}


class Source:
    """One file: its path from the root, and its text."""

    def __init__(self, root, path):
        self.path = path
        self.bytes = (root / path).read_bytes()
        self.text = self.bytes.decode('utf-8', 'replace')
        self.lines = self.text.splitlines()

    @property
    def suffix(self):
        return pathlib.PurePosixPath(self.path).suffix

    @property
    def name(self):
        return pathlib.PurePosixPath(self.path).name

    @property
    def folder(self):
        return str(pathlib.PurePosixPath(self.path).parent)

    def is_binary(self):
        return b'\0' in self.bytes

    def is_cpp(self):
        return self.suffix in CPP

    def is_script(self):
        return self.suffix in SCRIPTS or self.name == 'CMakeLists.txt' or (not self.suffix and self.bytes[:2] == b'#!')

    def is_source(self):
        """Something that runs or is compiled, the build's own files aside."""
        return self.is_cpp() or (self.is_script() and self.suffix != '.cmake' and self.name != 'CMakeLists.txt')


def read_all(root):
    """What git tracks, and what it would if it were added now."""
    listed = subprocess.run(['git', '-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
                            check=True, capture_output=True).stdout.decode()
    paths = sorted(path for path in set(listed.split('\0')) if path and (root / path).is_file())
    return [Source(root, path) for path in paths]

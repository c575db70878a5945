"""A folder of saved games that is no folder: files in memory, and what goes wrong with them."""

from cc3k.arcade.gems.program import GemsProgram, decode, encode


class MemoryFiles:
    """Files by name; reading what is not there, and writing to a name with a slash, fails."""

    def __init__(self, **files: bytes) -> None:
        self.files = {f"{name}.mg": data for name, data in files.items()}

    def names(self) -> list[str]:
        return sorted(self.files, key=encode)

    def read(self, name: str) -> bytes:
        if "\0" in name:
            message = "embedded null byte"
            raise ValueError(message)
        if name not in self.files:
            raise OSError(2, "No such file or directory")
        return self.files[name]

    def write(self, name: str, data: bytes) -> None:
        if "/" in name:
            raise OSError(2, "No such file or directory")
        if "\0" in name:
            message = "embedded null byte"
            raise ValueError(message)
        self.files[name] = data


class Played:
    def __init__(self, typed: bytes | str, **files: bytes) -> None:
        self.files = MemoryFiles(**files)
        self.program = GemsProgram(self.files)
        text = typed if isinstance(typed, str) else decode(typed)
        self.out = self.program.begin() + self.program.take(text)
        if self.program.exit_status is None:
            self.out += self.program.end_of_input()
        self.status = self.program.exit_status
        self.errors = self.program.take_errors()

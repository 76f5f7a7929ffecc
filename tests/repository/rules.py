"""The rules of CONTRIBUTING.md that a script can check. Each gives one line for each violation."""
import pathlib
import re

import arrows
import classes
import functions
import includes
import links

LONGEST_FILE = 300
LONGEST_FUNCTION = 50
MOST_FUNCTIONS = 32  # that a class declares, apart from those that are defaulted or deleted
MOST_MEMBERS = 18  # data of a class, constants apart
LONGEST_README = 60
GENERATED = re.compile(r'(?:^|/)(?:build|var|__pycache__|CMakeFiles)/|'
                       r'\.(?:o|a|so|pyc|gcno|gcda|profraw|log|orig|rej|swp|deb)$|'
                       r'(?:^|/)(?:compile_commands\.json|CMakeCache\.txt|core|a\.out)$')
WITHOUT_README = {'cmake'}  # named by what it is


def file_length(sources):
    for source in sources:
        if (source.is_cpp() or source.is_script()) and len(source.lines) > LONGEST_FILE:
            yield f'{source.path}: {len(source.lines)} lines; {LONGEST_FILE} are allowed'


def function_length(sources):
    for source in sources:
        if not source.is_cpp():
            continue
        for first, last in functions.functions(source.text):
            if last - first + 1 > LONGEST_FUNCTION:
                yield f'{source.path}:{first}: a function of {last - first + 1} lines; {LONGEST_FUNCTION} are allowed'


def class_size(sources):
    for source in sources:
        if not source.is_cpp():
            continue
        for name, line, made, members in classes.classes(source.text):
            if made > MOST_FUNCTIONS:
                yield f'{source.path}:{line}: {name} declares {made} functions; {MOST_FUNCTIONS} are allowed'
            if members > MOST_MEMBERS:
                yield f'{source.path}:{line}: {name} has {members} data members; {MOST_MEMBERS} are allowed'


def white_space(sources):
    for source in sources:
        if source.is_binary() or '/corpus/' in source.path:
            continue
        for number, line in enumerate(source.text.split('\n'), 1):
            if '\t' in line and not source.path.endswith('.go'):  # gofmt knows nothing else
                yield f'{source.path}:{number}: a tab'
            if line != line.rstrip():
                yield f'{source.path}:{number}: space at the end of the line'
        if source.text and not source.text.endswith('\n'):
            yield f'{source.path}: no end of line at the end'


def generated_files(sources):
    for source in sources:
        if GENERATED.search(source.path):
            yield f'{source.path}: is generated, and does not belong into the repository'


def is_named(path, text):
    """Whether a CMakeLists.txt names the path, as it is or below a variable."""
    return re.search(rf'(?:(?<![\w/.-])|(?<=}}/)){re.escape(str(path))}(?![\w/-])', text) is not None


def registered_tests(sources):
    """Every test is named by the CMakeLists.txt of its folder or one above, which its own parent adds."""
    lists = {source.folder: source.text for source in sources if source.name == 'CMakeLists.txt'}
    for source in sources:
        if not re.match(r'tests/.*_(?:test|fuzz)\.(?:cpp|py)$', source.path):
            continue
        folder = pathlib.PurePosixPath(source.folder)
        above = [folder, *folder.parents]
        named = [str(each) for each in above
                 if is_named(pathlib.PurePosixPath(source.path).relative_to(each), lists.get(str(each), ''))]
        if not named:
            yield f'{source.path}: no CMakeLists.txt names it, so it never runs'


def reached_folders(sources):
    """Every CMakeLists.txt is added by one above it."""
    lists = {source.folder: source.text for source in sources if source.name == 'CMakeLists.txt'}
    outside = {'.', 'examples/cpp', 'examples/remote', 'packaging/conan/test_package', 'tests/consumer/fetch'}  # projects of their own
    for folder in sorted(lists.keys() - outside):
        path = pathlib.PurePosixPath(folder)
        if not any(is_named(path.relative_to(above), lists.get(str(above), '')) for above in path.parents):
            yield f'{folder}/CMakeLists.txt: no CMakeLists.txt above adds it'


def rooms(sources):
    """The folders that need a README.md: those at the top that hold sources, and those that build a library."""
    found = {source.path.split('/')[0] for source in sources if source.is_source() and '/' in source.path}
    found |= {source.folder for source in sources if source.name == 'CMakeLists.txt' and 'vesta_library(' in source.text}
    return {room for room in found if not room.startswith('.')} - WITHOUT_README


def readmes(sources):
    paths = {source.path for source in sources}
    for room in sorted(rooms(sources)):
        if f'{room}/README.md' not in paths:
            yield f'{room}: has no README.md'
    for source in sources:
        if (source.name == 'README.md' and arrows.room_of(source.path) and source.folder in rooms(sources)
                and 'may never enter' not in source.text.lower()):
            yield f'{source.path}: does not say what may never enter'
    for source in sources:
        if source.name == 'README.md' and '/' in source.path and len(source.lines) > LONGEST_README:
            yield f'{source.path}: {len(source.lines)} lines; a page has {LONGEST_README}'


ALL = [file_length, function_length, class_size, white_space, generated_files, registered_tests, reached_folders, readmes,
       arrows.check, includes.check, links.check]

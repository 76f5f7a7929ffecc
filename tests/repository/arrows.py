"""Which room may include headers of which: the arrows of docs/architecture.md."""
import pathlib
import re

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)

STANDARD = set('''
algorithm any array atomic barrier bit bitset cassert cctype cerrno cfloat charconv chrono cinttypes climits clocale cmath
compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime
cuchar cwchar cwctype deque exception execution filesystem forward_list fstream functional future initializer_list iomanip
ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new numbers numeric optional
ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream stack
stdexcept stop_token streambuf string string_view syncstream system_error thread tuple type_traits typeindex typeinfo
unordered_map unordered_set utility valarray variant vector version
'''.split())
POSIX = re.compile(r'(?:pthread|unistd|fcntl|signal|time|errno|dirent|netdb|poll|ifaddrs)\.h$|'
                   r'(?:sys|netinet|arpa|net)/\w+\.h$|std(?:int|def|bool|io|lib)\.h$|string\.h$')

# A room, and the rooms it may know besides itself. `provider` stands for each folder of vesta-core/providers, which
# knows no other one but those of BUILT_ON.
ALLOWED = {
    'core': set(),
    'testing': {'core'},
    'provider': {'core', 'tls'},
    'options': set(),
    'access': {'core'},
    'embed': {'core', 'provider', 'access', 'options', 'tls'},
    'survey': {'core'},
    'tls': {'core'},
    'net': {'core', 'tls'},
    'rest': {'core', 'net', 'access', 'options', 'tls'},
    'rpc/protocol': {'core'},
    'rpc/client': {'core', 'rpc/protocol', 'tls'},
    'rpc/server': {'core', 'net', 'access', 'options', 'rpc/protocol', 'tls'},
    'cli': {'core', 'provider', 'access', 'options', 'embed', 'net', 'rest', 'rpc/protocol', 'rpc/client', 'rpc/server', 'survey', 'tls'},
}

# Providers that build on another one.
BUILT_ON = {'provider etcd': {'provider http'}, 'provider kubernetes': {'provider http'}}

# A folder of a room's sources, and the folders of that room it may know besides itself. What lies beside the folders may know
# all of them; they know of it what is public.
FOLDERS = {
    'core': {
        'base': set(),
        'time': {'base'},
        'id': {'base', 'time'},
        'machine': {'base', 'time', 'id'},
        'source': {'base', 'time', 'id'},
        'generate': {'base', 'time', 'id', 'machine', 'source'},
        'segment': {'base', 'time', 'id', 'source'},
        'sharded': {'base', 'time', 'id', 'source', 'segment'},
        'catalogue': {'base', 'time', 'id', 'source', 'generate', 'segment', 'sharded'},
    },
    'embed': {'settings': set(), 'stores': set(), 'assembly': {'settings', 'stores'}},
    'rest': {
        'http': set(),
        'metrics': {'http'},
        'openapi': set(),
        'console': set(),
        'api': {'http', 'metrics', 'openapi', 'console'},
        'session': {'http', 'metrics', 'api'},
    },
    'cli': {'ending': set(), 'logging': set(), 'peers': {'ending', 'link'}, 'link': set(), 'top': {'link', 'words'}, 'words': set()},
}


def room_of(path):
    """The room a file lies in; None for tests, benchmarks and examples, which may know every room."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[:2] == ('vesta-core', 'providers') and len(parts) > 2:
        return 'provider ' + parts[2]
    if parts[:2] == ('vesta-core', 'testing'):
        return 'testing'
    if parts[0] == 'vesta-rpc' and len(parts) > 2:
        return 'rpc/' + parts[1]
    return parts[0][len('vesta-'):] if parts[0].startswith('vesta-') and len(parts) > 1 else None


def folder_of(path):
    """The folder of its room's sources that a file lies in; '' for one beside them. Core's public headers have folders, too."""
    parts = pathlib.PurePosixPath(path).parts
    below = parts[2:] if parts[1] == 'src' else parts[3:] if parts[:2] == ('vesta-core', 'include') else ()
    return below[0] if len(below) > 1 else ''


def may_know(room, other):
    return room == other or other.split(' ')[0] in ALLOWED[room.split(' ')[0]] or other in BUILT_ON.get(room, ())


def public_headers(sources):
    """Every public header's name as it is included, and its path."""
    headers = {}
    for source in sources:
        before, found, name = source.path.partition('/include/')
        if found and source.is_cpp() and room_of(source.path):
            headers[name] = source.path
    return headers


def check(sources):
    headers = public_headers(sources)
    paths = {source.path for source in sources}
    for source in sources:
        room = room_of(source.path)
        if not source.is_cpp() or room is None:
            continue
        if room.split(' ')[0] not in ALLOWED:
            yield f'{source.path}: {room} is not a room that docs/architecture.md knows'
            continue
        for line, quote, name in includes(source.text):
            why = (quoted_objection(source, room, name, paths) if quote == '"'
                   else objection(source, room, name, headers))
            if why:
                yield f'{source.path}:{line}: {why}'


def includes(text):
    for match in INCLUDE.finditer(text):
        yield text.count('\n', 0, match.start()) + 1, match.group(1), match.group(2)


def objection(source, room, name, headers):
    if name.startswith('vesta/'):
        if name not in headers:
            return f'<{name}> is no public header'
        if not may_know(room, room_of(headers[name])):
            return f'{room} may not know {room_of(headers[name])}: <{name}>'
        if room == room_of(headers[name]):
            return folder_objection(source, room, headers[name], f'<{name}>')
    elif room == 'core' and name not in STANDARD and not POSIX.match(name):
        return f'core knows the standard library and POSIX only: <{name}>'
    return None


def folder_objection(source, room, target, shown):
    """The arrows between the folders of one room."""
    folder, other = folder_of(source.path), folder_of(target)
    known = FOLDERS.get(room, {})
    if not known or not folder or other == folder or '/include/' in target and not other:
        return None
    if folder not in known:
        return f'{folder} is not a folder of {room} that tests/repository/arrows.py knows'
    return None if other in known[folder] else f'{room}: {folder} may not know {other or "what lies beside it"}: {shown}'


def quoted_objection(source, room, name, paths):
    """A header of the same room, named from the file's own folder or from the room's src."""
    own = joined(source.folder, name)
    target = own if own in paths else joined(source.path.partition('/src/')[0] + '/src', name)
    if target not in paths:
        target = own
    if room_of(target) != room:
        return f'"{name}" leads out of {room}; include a public header with <>'
    return folder_objection(source, room, target, f'"{name}"')


def joined(folder, name):
    target = []
    for part in (pathlib.PurePosixPath(folder) / name).parts:
        target = target[:-1] if part == '..' else target + [part]
    return '/'.join(target)

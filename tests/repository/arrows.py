"""Which room may include headers of which: the arrows of docs/architecture.md."""
import pathlib
import re

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include\w*[ \t]*(?:([<"])([^>"]+)[>"]|(\w+))', re.MULTILINE)
DECLARED = re.compile(r'^namespace vesta::(\w+) {\s*(?:(?:class|struct|enum class) [\w: ]+;\s*)+}', re.MULTILINE)

STANDARD = set('''
algorithm any array atomic barrier bit bitset cassert cctype cerrno cfloat charconv chrono cinttypes climits clocale cmath
compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime
cuchar cwchar cwctype deque exception execution filesystem forward_list fstream functional future initializer_list iomanip
ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new numbers numeric optional
ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream stack
stdexcept stop_token streambuf string string_view syncstream system_error thread tuple type_traits typeindex typeinfo
unordered_map unordered_set utility valarray variant vector version
'''.split())
POSIX = re.compile(r'(?:pthread|unistd|fcntl|signal|time|errno|dirent)\.h$|'
                   r'sys/(?!socket|un\b|epoll|select)\w+\.h$|std(?:int|def|bool|io|lib)\.h$|string\.h$')

# A room, and the rooms it may know besides itself; `core/base` stands for that folder of core alone. `provider` stands for each folder
# of vesta-core/providers, which knows no other one but those of BUILT_ON.
ALLOWED = {
    'core': set(),
    'testing': {'core'},
    'provider': {'core/base', 'core/time', 'core/id', 'core/machine', 'core/segment', 'core/sharded', 'core/gapless', 'tls'},
    'options': set(),
    'access': {'core/base', 'core/source'},
    'embed': {'core', 'provider', 'access', 'options', 'tls'},
    'survey': {'core/base', 'core/time', 'core/id'},
    'migrate': {'core/base', 'core/time', 'core/id', 'core/machine', 'core/segment'},
    'tls': {'core/base'},
    'net': {'core/base', 'tls'},
    # segment, gapless: they have functions that no other kind of generator has (named_generator::segments, gapless_of)
    'rest': {'core/base', 'core/time', 'core/id', 'core/source', 'core/segment', 'core/gapless', 'core/catalogue', 'net', 'access',
             'options', 'tls'},
    'rpc/protocol': {'core/base', 'core/id'},
    'rpc/client': {'core/base', 'core/time', 'core/id', 'core/source', 'core/gapless', 'rpc/protocol', 'tls'},
    'rpc/server': {'core/base', 'core/id', 'core/source', 'core/segment', 'core/gapless', 'core/catalogue', 'net', 'access', 'options',
                   'rpc/protocol', 'tls'},
    'cli': {'core/base', 'core/time', 'core/id', 'core/catalogue', 'provider', 'access', 'options', 'embed', 'net', 'rest', 'rpc/protocol',
            'rpc/client', 'rpc/server', 'survey', 'migrate', 'tls'},
}

# What of others' headers may never enter a room, as its README says: anywhere in it; and in its public headers besides.
SETTINGS = r'yaml-cpp/'
STORES = r'Poco/|mysql|mariadb|libpq|sqlite|zookeeper/'
SOCKETS = r'(?:sys/(?:socket|un|epoll|select)|netinet/\w+|net/\w+|netdb|poll|ifaddrs)\.h$|boost/asio'
HTTP = r'boost/beast|prometheus/'
FORBIDDEN = {
    'testing': (r'boost/|Poco/|yaml-cpp/', ''),
    'provider crypto': (rf'{SETTINGS}|{STORES}', r'openssl/'),
    'provider etcd': (rf'{SETTINGS}|{STORES}|{SOCKETS}', r'boost/'),
    'provider file': (rf'{SETTINGS}|{STORES}|{SOCKETS}', ''),
    'provider host': (rf'{SETTINGS}|{STORES}', ''),
    'provider http': (rf'{SETTINGS}|{STORES}|thread$', ''),
    'provider kubernetes': (rf'{SETTINGS}|{STORES}|{SOCKETS}', r'boost/'),
    'provider redis': (rf'{SETTINGS}|Poco/Data|mysql|libpq|sqlite|zookeeper/', r'Poco/'),
    'provider sql': (rf'{SETTINGS}|Poco/Redis|zookeeper/', STORES),
    'provider tzdb': (rf'{SETTINGS}|{STORES}|{SOCKETS}', r'date/'),
    'provider zookeeper': (rf'{SETTINGS}|Poco/', r'zookeeper/'),
    'options': (r'boost/|Poco/|yaml-cpp/', ''),
    'access': (rf'{SETTINGS}|{STORES}|{SOCKETS}|{HTTP}', ''),
    'embed': (rf'{SOCKETS}|{HTTP}', SETTINGS),
    'survey': (rf'{SETTINGS}|{STORES}|{SOCKETS}|{HTTP}', ''),
    'migrate': (rf'{SETTINGS}|{STORES}|{SOCKETS}|{HTTP}', ''),
    'tls': (rf'{SETTINGS}|{HTTP}|boost/|poll\.h$', r'openssl/'),
    'net': (rf'{SETTINGS}|{STORES}|{HTTP}|boost/json|openssl/', ''),
    'rest': (rf'{SETTINGS}|{STORES}|{SOCKETS}', r'boost/|prometheus/'),
    'rpc/protocol': (rf'{SETTINGS}|{SOCKETS}|{HTTP}|(?:chrono|ctime|time\.h)$', ''),
    'rpc/client': (rf'{SETTINGS}|{STORES}|{HTTP}', r'boost/'),
    'rpc/server': (rf'{SETTINGS}|{STORES}|{SOCKETS}|{HTTP}', r'boost/'),
    'cli': (HTTP, ''),
}
EXCEPTIONS = {('vesta-tls/src/blocking_layer.cpp', 'poll.h')}

# Providers that build on another one.
BUILT_ON = {'provider etcd': {'provider http'}, 'provider kubernetes': {'provider http'}}

# A folder of a room's sources, and the folders of that room it may know besides itself; '' is what lies beside the folders. That may
# know all of them; they know of it what is public. The sources of other rooms have no folders.
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
        'gapless': {'base', 'time'},
        'catalogue': {'base', 'time', 'id', 'source', 'generate', 'segment', 'sharded', 'gapless'},
    },
    'embed': {'settings': set(), 'stores': set(), 'assembly': {'settings', 'stores'}, 'c_abi': set()},
    'rest': {
        'http': set(),
        'metrics': {'http'},
        'openapi': set(),
        'console': set(),
        'api': {'http', 'metrics', 'openapi', 'console'},
        'session': {'http', 'metrics', 'api'},
    },
    'tls': {'openssl': {''}},
    'cli': {'ending': set(), 'logging': set(), 'peers': {'ending', 'link'}, 'link': set(), 'moving': {'words'}, 'top': {'link', 'words'}, 'words': set()},
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
    below = path.partition('/include/vesta/' if path.startswith('vesta-core/include/') else '/src/')[2].split('/')
    return below[0] if len(below) > 1 else ''


def may_know(room, other, folder=''):
    known = ALLOWED[room.split(' ')[0]]
    return room == other or other.split(' ')[0] in known or f'{other}/{folder}' in known or other in BUILT_ON.get(room, ())


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
        yield from objections_to_file(source, room)
        for line, quote, name in includes(source.text):
            why = (f'{name} is a macro; an include says what it includes' if not quote
                   else quoted_objection(source, room, name, paths) if quote == '"'
                   else objection(source, room, name, headers))
            if why:
                yield f'{source.path}:{line}: {why}'


def includes(text):
    for match in INCLUDE.finditer(text):
        yield text.count('\n', 0, match.start()) + 1, match.group(1), match.group(2) or match.group(3)


def objections_to_file(source, room):
    """What is wrong with a file whatever it includes."""
    folder = folder_of(source.path)
    if folder and folder not in FOLDERS.get(room, {}):
        yield f'{source.path}: {folder} is not a folder of {room} that tests/repository/arrows.py knows'
    if room == 'options' and source.suffix != '.hpp':
        yield f'{source.path}: {room} has headers of plain values, and no code'
    for match in DECLARED.finditer(source.text):
        rooms = rooms_of_namespace(match.group(1))
        if rooms and not any(may_know(room, other) for other in rooms):
            line = source.text.count('\n', 0, match.start()) + 1
            yield f'{source.path}:{line}: {room} may not know {" or ".join(rooms)}: namespace vesta::{match.group(1)}'


def rooms_of_namespace(name):
    """The rooms whose names are in namespace vesta::NAME; none for a folder of core, or a part of a room."""
    return sorted(room for room in FORBIDDEN if name in room.replace('/', ' ').split(' '))


def objection(source, room, name, headers):
    if name.startswith('vesta/'):
        if name not in headers:
            return f'<{name}> is no public header'
        target = headers[name]
        if not may_know(room, room_of(target), folder_of(target)):
            return f'{room} may not know {"/".join(filter(None, [room_of(target), folder_of(target)]))}: <{name}>'
        if room == room_of(target):
            return folder_objection(source, room, target, f'<{name}>')
        return None
    if room == 'core' and name not in STANDARD and not POSIX.match(name):
        return f'core knows the standard library and POSIX only: <{name}>'
    anywhere, in_public = FORBIDDEN.get(room, ('', '')) if (source.path, name) not in EXCEPTIONS else ('', '')
    if anywhere and re.match(anywhere, name):
        return f'<{name}> may never enter {room}'
    if in_public and is_public(source.path) and re.match(in_public, name):
        return f'<{name}> may never enter the public headers of {room}'
    return None


def is_public(path):
    return '/include/' in path


def folder_objection(source, room, target, shown):
    """The arrows between the folders of one room."""
    folder, other = folder_of(source.path), folder_of(target)
    known = FOLDERS.get(room, {})
    if folder not in known or other == folder or is_public(target) and not other:
        return None
    return None if other in known[folder] else f'{room}: {folder} may not know {other or "what lies beside it"}: {shown}'


def quoted_objection(source, room, name, paths):
    """A header of the same room, named from the file's own folder or from the room's src."""
    if is_public(source.path):
        return f'"{name}" is not public; a public header includes with <>'
    own = joined(source.folder, name)
    target = own if own in paths else joined(source.path.partition('/src/')[0] + '/src', name)
    if target not in paths:
        target = own
    if room_of(target) != room:
        return f'"{name}" leads out of {room}; include a public header with <>'
    if target not in paths:
        return f'"{name}" is neither beside the file nor in the sources of {room}'
    return folder_objection(source, room, target, f'"{name}"')


def joined(folder, name):
    target = []
    for part in (pathlib.PurePosixPath(folder) / name).parts:
        target = target[:-1] if part == '..' else target + [part]
    return '/'.join(target)

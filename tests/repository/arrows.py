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
# knows no other one.
ALLOWED = {
    'core': set(),
    'provider': {'core'},
    'embed': {'core', 'provider'},
    'net': {'core'},
    'rest': {'core', 'embed', 'net'},
    'rpc/protocol': {'core'},
    'rpc/client': {'core', 'rpc/protocol'},
    'rpc/server': {'core', 'embed', 'net', 'rpc/protocol'},
    'cli': {'core', 'provider', 'embed', 'rest', 'rpc/protocol', 'rpc/client', 'rpc/server'},
}


def room_of(path):
    """The room a file lies in; None for tests, benchmarks and examples, which may know every room."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[:2] == ('vesta-core', 'providers') and len(parts) > 2:
        return 'provider ' + parts[2]
    if parts[0] == 'vesta-rpc' and len(parts) > 2:
        return 'rpc/' + parts[1]
    return parts[0][len('vesta-'):] if parts[0].startswith('vesta-') and len(parts) > 1 else None


def may_know(room, other):
    return room == other or other.split(' ')[0] in ALLOWED[room.split(' ')[0]]


def public_headers(sources):
    """Every public header's name as it is included, and the room it belongs to."""
    headers = {}
    for source in sources:
        before, found, name = source.path.partition('/include/')
        if found and source.is_cpp() and room_of(source.path):
            headers[name] = room_of(source.path)
    return headers


def check(sources):
    headers = public_headers(sources)
    for source in sources:
        room = room_of(source.path)
        if not source.is_cpp() or room is None:
            continue
        if room.split(' ')[0] not in ALLOWED:
            yield f'{source.path}: {room} is not a room that docs/architecture.md knows'
            continue
        for line, quote, name in includes(source.text):
            why = objection(source, room, quote, name, headers)
            if why:
                yield f'{source.path}:{line}: {why}'


def includes(text):
    for match in INCLUDE.finditer(text):
        yield text.count('\n', 0, match.start()) + 1, match.group(1), match.group(2)


def objection(source, room, quote, name, headers):
    if quote == '"':
        return quoted_objection(source, room, name)
    if name.startswith('vesta/'):
        if name not in headers:
            return f'<{name}> is no public header'
        if not may_know(room, headers[name]):
            return f'{room} may not know {headers[name]}: <{name}>'
    elif room == 'core' and name not in STANDARD and not POSIX.match(name):
        return f'core knows the standard library and POSIX only: <{name}>'
    return None


def quoted_objection(source, room, name):
    """A header beside the source may be named by a path, but none in another room."""
    target = []
    for part in (pathlib.PurePosixPath(source.folder) / name).parts:
        target = target[:-1] if part == '..' else target + [part]
    other = room_of('/'.join(target))
    return None if other == room else f'"{name}" leads out of {room}; include a public header with <>'

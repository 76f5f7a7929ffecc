"""Every public header includes what it uses of the standard library, itself or by a header of ours. header_check compiles each
alone, but behind precompiled headers of the standard library, which hide what is missing."""
import re

# What declares each name; where there are several, each will do. A name that is not here has to be added.
DECLARED_IN = {name: headers.split() for headers, names in {
    'algorithm': 'max min ranges',
    'array': 'array',
    'atomic': 'atomic memory_order_acq_rel memory_order_acquire memory_order_relaxed memory_order_release',
    'bit': 'endian rotl',
    'charconv': 'from_chars to_chars',
    'chrono': 'chrono',
    'concepts': 'integral',
    'condition_variable': 'condition_variable',
    'coroutine': 'coroutine_handle',
    'cstddef': 'byte',
    'cstddef array charconv cstring map span string string_view vector': 'size_t',
    'cstdint': 'int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t',
    'cstdlib': 'free',
    'cstring': 'memcpy',
    'deque': 'deque',
    'exception': 'exception',
    'expected': 'expected',
    'filesystem': 'filesystem',
    'functional': 'function identity invoke',
    'functional map set': 'less',
    'functional optional string string_view system_error variant': 'hash',
    'initializer_list': 'initializer_list',
    'limits': 'numeric_limits',
    'list': 'list',
    'map': 'map',
    'memory': 'make_shared make_unique shared_ptr unique_ptr',
    'mutex': 'lock_guard mutex',
    'mutex shared_mutex': 'unique_lock',
    'new': 'bad_alloc',
    'optional': 'nullopt optional',
    'shared_mutex': 'shared_mutex',
    'span': 'span',
    'stdexcept': 'out_of_range runtime_error',
    'stop_token thread': 'stop_token',
    'string': 'string to_string',
    'string string_view': 'string_view',
    'system_error': 'system_error',
    'system_error charconv': 'errc',
    'thread': 'thread',
    'type_traits': 'conditional_t is_constructible_v is_same_v is_void_v remove_cvref_t',
    'unordered_map': 'unordered_map',
    'utility': 'declval exchange forward move pair swap',
    'utility variant': 'in_place_index',
    'variant': 'get_if monostate variant',
    'vector': 'vector',
}.items() for name in names.split()}
NAME = re.compile(r'\bstd::(\w+)')
INCLUDE = re.compile(r'^\s*#\s*include <(.*)>', re.MULTILINE)
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def included(name, headers, seen):
    """The headers that this public one includes, with those that they include of ours."""
    for each in INCLUDE.findall(headers[name].text):
        if each in seen:
            continue
        seen.add(each)
        if each in headers:
            included(each, headers, seen)
    return seen


def check(sources):
    headers = {source.path.split('/include/', 1)[1]: source for source in sources
               if source.suffix == '.hpp' and re.match(r'vesta-.*/include/', source.path)}
    for name, source in headers.items():
        reached = included(name, headers, set())
        for used in sorted(set(NAME.findall(COMMENT_OR_TEXT.sub(' ', source.text)))):
            if used not in DECLARED_IN:
                yield f'{source.path}: uses std::{used}, and tests/repository/includes.py does not say which header declares it'
            elif not reached.intersection(DECLARED_IN[used]):
                yield f'{source.path}: uses std::{used} without including <{DECLARED_IN[used][0]}>'

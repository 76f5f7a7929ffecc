#pragma once

#include <string_view>

/// The scripts that run inside Redis. Each has one key, runs as one step, and returns strings followed by "end".
///
/// Lua's numbers are doubles. Ours are below 2^49, so sums and quotients are exact, and numbers that are returned are
/// the strings that were stored, not converted ones.
namespace vesta::redis::scripts {

/// Takes pieces from the first part for ARGV[1] numbers: low, high, from, to, pieces left of that part, parts behind
/// it.
extern const std::string_view pop;

/// Appends all arguments.
extern const std::string_view push;

extern const std::string_view clear;

/// Takes the lock by the token ARGV[1] for ARGV[2] ms: "taken", or nothing.
extern const std::string_view lock;

/// Releases the lock of the token ARGV[1].
extern const std::string_view unlock;

/// Takes up to ARGV[1] numbers that follow one another: the first, the last, entries left.
extern const std::string_view pop_numbers;

/// Appends the numbers ARGV[1] to ARGV[2], each an entry.
extern const std::string_view push_numbers;

} // namespace vesta::redis::scripts

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace vesta {

/// What a host remembers of its tags from one process to the next: up to which number each was given out there. A port;
/// a further guard beside the table, whose row must not lie below: a dump that is restored, or a fail-over that lost
/// writes, is found after a restart, too. What cannot be kept or read is missing there, and said to whoever runs the
/// program; nothing else depends on it. Used by one thread at a time.
class tag_memory {
  public:
    /// By tag the end (exclusive) of the numbers given out.
    using ends = std::map<std::string, std::int64_t, std::less<>>;

    virtual ~tag_memory() = default;

    /// Where it is, for error texts.
    virtual std::string where() const = 0;

    /// What was saved last.
    virtual ends load() = 0;

    /// Puts @p all in the place of what was saved before. With @p for_good it survives a crash of the host, else of the
    /// process.
    virtual void save(const ends& all, bool for_good) = 0;
};

/// Tags of which a generator keeps that, at most: the first ones that are used.
inline constexpr std::size_t most_remembered = 10'000;

} // namespace vesta

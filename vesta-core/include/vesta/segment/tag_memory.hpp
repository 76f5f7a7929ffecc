#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// The memory of a host, across processes, of its tags: up to which number each was used there. A port.
///
/// It guards against a table that lost writes: after a dump is restored or a fail-over, a row below the remembered end
/// is found. It is optional: ends that cannot be kept or read are reported and otherwise ignored.
/// Thread-safety: none; used from one thread at a time.
class tag_memory {
  public:
    /// By tag, and by store where there are several (`remembered_as`), the end (exclusive) of the numbers handed out.
    using ends = std::map<std::string, std::int64_t, std::less<>>;

    virtual ~tag_memory() = default;

    /// Its place, for error texts.
    virtual std::string where() const = 0;

    /// The ends saved last.
    virtual ends load() = 0;

    /// Replaces the saved ends by @p all. With @p for_good they survive a crash of the host, else only of the process.
    virtual void save(const ends& all, bool for_good) = 0;
};

/// The memories of several stores as one: that of the first has tags as they are, and @p each by the number of its
/// store. One alone is itself. @p each is not empty.
std::shared_ptr<tag_memory> by_origin(std::vector<std::shared_ptr<tag_memory>> each);

/// A generator remembers at most this many ends: those of the tags used first.
inline constexpr std::size_t most_remembered = 10'000;

/// What divides a tag from the number of its store. No tag has it: `check_tag`.
inline constexpr char origin_mark = '\x1f';

/// The key of @p tag among remembered ends, of its numbers from the store @p origin: the tag itself of the first one.
inline std::string remembered_as(std::string_view tag, std::uint32_t origin) {
    if (origin == 0) return std::string{tag};
    return std::string{tag} + origin_mark + std::to_string(origin);
}

} // namespace vesta

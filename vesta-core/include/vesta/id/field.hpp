#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

namespace vesta {

/// A part of an ID.
enum class field : std::uint8_t { version, type, gen_method, machine, time, seq };

/// Every field, in the order of the enumeration.
inline constexpr std::array all_fields{field::version, field::type, field::gen_method,
                                       field::machine, field::time, field::seq};

/// The name that users read and write: version, type, genMethod, machine, time, seq.
std::string_view name(field which) noexcept;

/// How an ID was published: from the embedded library, over RPC or over REST.
///
/// Layouts with a genMethod field keep it in the ID (2 bits in the presets), so that the three methods can share one
/// machine ID.
enum class gen_method : std::uint8_t { embedded = 0, rpc = 1, rest = 2, reserved = 3 };

/// "embedded", "rpc", "rest" or "reserved".
std::string_view name(gen_method method) noexcept;

/// The number of a machine, unique among all nodes that generate with one layout at the same time.
///
/// Range: 0 to `layout::max(field::machine)`. The type itself checks nothing.
struct machine_id {
    std::uint32_t value = 0;
    friend constexpr auto operator<=>(machine_id, machine_id) noexcept = default;
};

/// An ID taken apart.
///
/// `time` counts the layout's units since its epoch. Each value ranges from 0 to `layout::max` of its field;
/// `layout::encode` checks that.
struct fields {
    std::uint64_t version = 0;
    std::uint64_t type = 0;
    std::uint64_t gen_method = 0;
    std::uint64_t machine = 0;
    std::uint64_t time = 0;
    std::uint64_t seq = 0;

    /// The value of the field @p which.
    constexpr std::uint64_t& operator[](field which) noexcept { return *member(*this, which); }
    constexpr const std::uint64_t& operator[](field which) const noexcept { return *member(*this, which); }

    friend constexpr bool operator==(const fields&, const fields&) noexcept = default;

  private:
    template <class Self>
    static constexpr auto member(Self& self, field which) noexcept -> decltype(&self.version) {
        switch (which) {
        case field::version:
            return &self.version;
        case field::type:
            return &self.type;
        case field::gen_method:
            return &self.gen_method;
        case field::machine:
            return &self.machine;
        case field::time:
            return &self.time;
        case field::seq:
            return &self.seq;
        }
        return &self.seq;
    }
};

} // namespace vesta

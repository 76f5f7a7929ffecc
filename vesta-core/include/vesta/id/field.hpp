#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

namespace vesta {

/// The parts of an ID.
enum class field : std::uint8_t { version, type, gen_method, machine, time, seq };

inline constexpr std::array all_fields{field::version, field::type, field::gen_method,
                                       field::machine, field::time, field::seq};

/// The name users write and read: version, type, genMethod, machine, time, seq.
std::string_view name(field which) noexcept;

/// The way an ID was published. Kept in the ID so that the three ways can share one machine ID.
enum class gen_method : std::uint8_t { embedded = 0, rpc = 1, rest = 2, reserved = 3 };

/// "embedded", "rpc", "rest" or "reserved".
std::string_view name(gen_method method) noexcept;

/// The number of a machine, unique among all that generate with one layout at one time.
struct machine_id {
    std::uint32_t value = 0;
    friend constexpr auto operator<=>(machine_id, machine_id) noexcept = default;
};

/// An ID taken apart. `time` counts the layout's units since its epoch.
struct fields {
    std::uint64_t version = 0;
    std::uint64_t type = 0;
    std::uint64_t gen_method = 0;
    std::uint64_t machine = 0;
    std::uint64_t time = 0;
    std::uint64_t seq = 0;

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

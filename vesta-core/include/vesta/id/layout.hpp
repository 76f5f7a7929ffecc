#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/field.hpp>
#include <vesta/id/id.hpp>
#include <vesta/time/instant.hpp>

#include <array>
#include <cstdint>
#include <string>

namespace vesta {

/// The length of a tick, the unit of a layout's time field. Values are milliseconds.
enum class time_unit : std::uint16_t { millisecond = 1, centisecond = 10, second = 1000 };

/// "ms", "10ms" or "s".
std::string_view name(time_unit unit) noexcept;

/// The description of a layout before it is checked; see `layout::make` for the ranges.
struct layout_spec {
    /// The name of the ID type, for people: max-peak, min-granularity, ...
    std::string name;
    /// The value of the type field, which tells the types of one scheme apart.
    std::uint64_t type = 0;
    /// Bits of each field, in the order of `enum field`. 0 leaves the field out.
    struct {
        unsigned version = 0, type = 0, gen_method = 0, machine = 0, time = 0, seq = 0;
    } width;
    /// The fields from the most significant down, each exactly once.
    std::array<field, 6> order{field::version, field::type, field::gen_method, field::time, field::seq, field::machine};
    time_unit unit = time_unit::millisecond;
    /// The instant at which tick 0 begins.
    unix_ms epoch{};
};

/// Where each field of an ID lies, and what its time field counts since which epoch.
///
/// An immutable value, checked when it is made.
/// Thread-safety: safe.
class layout {
  public:
    /// Checks @p spec and makes a layout of it.
    ///
    /// Ranges: at most 63 bits in all, or 64 with a one-bit version on top; time 1 to 62 bits; time and seq together at
    /// most 62; machine at most 32; the type fits its field; the epoch is not before 1970; the last instant is before
    /// the year 10000. No clock is read: the layout may have ended.
    ///
    /// Errors: `invalid_settings`, naming the layout and the limit.
    static result<layout> make(layout_spec spec);
    /// As `make`, and also refuses an epoch after @p now, for a layout that is or was in use.
    ///
    /// Errors: `invalid_settings`.
    static result<layout> make(layout_spec spec, unix_ms now);

    const std::string& name() const noexcept { return spec_.name; }
    std::uint64_t type() const noexcept { return spec_.type; }
    time_unit unit() const noexcept { return spec_.unit; }
    unix_ms epoch() const noexcept { return spec_.epoch; }
    const layout_spec& spec() const noexcept { return spec_; }

    /// The number of bits of @p which; 0 if the layout has no such field.
    unsigned width(field which) const noexcept { return width_[index(which)]; }
    /// The position of the lowest bit of @p which, counted from the least significant bit.
    unsigned shift(field which) const noexcept { return shift_[index(which)]; }
    /// The largest value of @p which.
    std::uint64_t max(field which) const noexcept { return (std::uint64_t{1} << width(which)) - 1; }
    /// The number of bits of all fields together.
    unsigned total_width() const noexcept { return total_; }

    /// The instant at which tick @p time begins. @p time is at most one more than the last tick; it is not checked.
    unix_ms instant_of(std::uint64_t time) const noexcept;
    /// The instant at which the last tick begins.
    unix_ms last_instant() const noexcept { return instant_of(max(field::time)); }
    /// The instant at which the last tick ends (exclusive).
    unix_ms end() const noexcept { return instant_of(max(field::time) + 1); }
    /// Whether no tick is left at @p now.
    bool has_ended(unix_ms now) const noexcept { return now >= end(); }
    /// The tick that holds @p instant.
    ///
    /// Errors: `invalid_argument` before the epoch, `exhausted` from `end()` on.
    result<std::uint64_t> time_of(unix_ms instant) const;
    /// The tick that holds @p instant: 0 before the epoch, one past the last tick from `end()` on.
    std::uint64_t tick_at(unix_ms instant) const noexcept;
    /// The first tick that begins at or after @p instant; one past the last tick if there is none.
    std::uint64_t tick_from(unix_ms instant) const noexcept;

    /// How many IDs one machine ID can make in a second; 2^64-1 if the number is larger.
    std::uint64_t per_second() const noexcept;

    /// Puts the fields in their places. Masks nothing.
    ///
    /// Errors: `invalid_argument` for a field out of range, naming field, value and range.
    result<id> encode(const fields& parts) const;
    /// Takes any 64 bits apart. Ignores bits above the layout's; `scheme::explain` refuses them.
    fields decode(id value) const noexcept;
    /// Whether @p value can be of this layout: no bit above it is set, and the type field holds its type.
    bool owns(id value) const noexcept;

  private:
    explicit layout(layout_spec spec);
    static constexpr std::size_t index(field which) noexcept { return static_cast<std::size_t>(which); }

    layout_spec spec_;
    std::array<std::uint8_t, 6> width_{};
    std::array<std::uint8_t, 6> shift_{};
    unsigned total_ = 0;
};

} // namespace vesta

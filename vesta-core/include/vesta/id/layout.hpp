#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/field.hpp>
#include <vesta/id/id.hpp>
#include <vesta/time/instant.hpp>

#include <array>
#include <cstdint>
#include <string>

namespace vesta {

/// The length of one tick of a layout's time field, in milliseconds.
enum class time_unit : std::uint16_t { millisecond = 1, centisecond = 10, second = 1000 };

/// "ms", "10ms" or "s".
std::string_view name(time_unit unit) noexcept;

/// How a layout is described before it is checked.
struct layout_spec {
    /// The name of the ID type, for people: max-peak, min-granularity, ...
    std::string name;
    /// The value of the type field; what tells the types of one scheme apart.
    std::uint64_t type = 0;
    /// Bits of each field, in the order of `enum field`. 0 leaves the field out.
    struct {
        unsigned version = 0, type = 0, gen_method = 0, machine = 0, time = 0, seq = 0;
    } width;
    /// The fields from the most significant down.
    std::array<field, 6> order{field::version, field::type, field::gen_method, field::time, field::seq, field::machine};
    time_unit unit = time_unit::millisecond;
    /// The instant of time 0.
    unix_ms epoch{};
};

/// Where each field of an ID lies, what its time counts and from when. An immutable value, checked when made; every
/// function may be called from any thread.
class layout {
  public:
    /// Checks @p spec: at most 63 bits, or 64 with a one-bit version on top; time 1 to 62 bits; time and seq together
    /// at most 62 bits; machine at most 32; the type fits its field; the epoch from 1970 on; the last instant before
    /// the year 10000. Asks no clock: the layout may have ended. Error: `invalid_settings`.
    static result<layout> make(layout_spec spec);
    /// Of a layout that is in use, or was: its epoch is not after @p now. The same error.
    static result<layout> make(layout_spec spec, unix_ms now);

    const std::string& name() const noexcept { return spec_.name; }
    std::uint64_t type() const noexcept { return spec_.type; }
    time_unit unit() const noexcept { return spec_.unit; }
    unix_ms epoch() const noexcept { return spec_.epoch; }
    const layout_spec& spec() const noexcept { return spec_; }

    /// Bits of @p which.
    unsigned width(field which) const noexcept { return width_[index(which)]; }
    /// Position of the lowest bit of @p which, counted from the least significant.
    unsigned shift(field which) const noexcept { return shift_[index(which)]; }
    /// The largest value that fits @p which.
    std::uint64_t max(field which) const noexcept { return (std::uint64_t{1} << width(which)) - 1; }
    /// Bits of all fields together.
    unsigned total_width() const noexcept { return total_; }

    /// The start of tick @p time.
    unix_ms instant_of(std::uint64_t time) const noexcept;
    /// The start of the last tick, and its end (exclusive).
    unix_ms last_instant() const noexcept { return instant_of(max(field::time)); }
    unix_ms end() const noexcept { return instant_of(max(field::time) + 1); }
    /// Whether no tick is left at @p now.
    bool has_ended(unix_ms now) const noexcept { return now >= end(); }
    /// The tick that holds @p instant. Error: `invalid_argument` before the epoch, `exhausted` from `end()` on.
    result<std::uint64_t> time_of(unix_ms instant) const;
    /// The tick that holds @p instant; the first before the epoch, one past the last from `end()` on.
    std::uint64_t tick_at(unix_ms instant) const noexcept;
    /// The first tick that does not begin before @p instant; one past the last where there is none.
    std::uint64_t tick_from(unix_ms instant) const noexcept;

    /// IDs per second that one machine ID can make; the largest number there is where that is not enough to say.
    std::uint64_t per_second() const noexcept;

    /// Puts the fields in their places. Error: `invalid_argument`, naming field, value and range. Nothing is masked.
    result<id> encode(const fields& parts) const;
    /// Takes any 64 bits apart; bits above the layout's are ignored here and refused by `scheme::read`.
    fields decode(id value) const noexcept;
    /// Whether every bit above the layout's is 0 and the type field holds this layout's type.
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

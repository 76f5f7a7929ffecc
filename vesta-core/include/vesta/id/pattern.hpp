#pragma once

#include <vesta/id/layout.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace vesta {

/// All that decides which number a tick, a sequence and a machine ID make: the places of the fields, the unit, the
/// epoch, and the values of version, type and genMethod.
///
/// The name of the layout does not count, nor does the place of a field without bits. A regular value.
/// Thread-safety: safe.
class id_pattern {
  public:
    /// The pattern of IDs of @p of. Without a genMethod field every @p method makes the same pattern.
    ///
    /// Errors: `invalid_argument` if @p version or @p method does not fit its field.
    static result<id_pattern> make(const layout& of, std::uint64_t version, gen_method method);

    /// The layout, without its name.
    const layout& of() const noexcept { return of_; }
    /// The fields that all IDs share: version, type and genMethod. The others are 0.
    const fields& fixed() const noexcept { return fixed_; }

    /// The epoch in unix ms, the unit, and each field with bits from the most significant down, with its bits and its
    /// value: `1420041600000/ms/version:1=0/type:1=1/genMethod:2=0/time:40/seq:10/machine:10`.
    ///
    /// At most 130 characters of printable ASCII without spaces. Equal patterns have equal texts.
    const std::string& text() const noexcept { return text_; }
    /// Reads exactly the texts that `text` writes, also of a layout that has ended.
    ///
    /// Errors: `invalid_argument`.
    static result<id_pattern> parse(std::string_view text);

    friend bool operator==(const id_pattern& a, const id_pattern& b) noexcept { return a.text_ == b.text_; }

  private:
    id_pattern(layout of, const fields& fixed);

    layout of_;
    fields fixed_;
    std::string text_;
};

/// The IDs of one pattern with some machine IDs and ticks, and any sequence.
///
/// Values that do not fit their field are left out; nothing is masked. A range whose end is before its start is empty.
struct id_reach {
    id_pattern of;
    /// First and last machine ID, both included.
    machine_id first, last;
    std::uint64_t first_tick = 0;
    std::uint64_t end_tick = 0; ///< Exclusive.
};

/// As the last one of a reach: of every machine ID that the layout has.
inline constexpr machine_id last_of_any{std::numeric_limits<std::uint32_t>::max()};

/// The IDs of @p of in the ticks from the one that holds @p from to the last one that begins before @p until.
id_reach reach_between(id_pattern of, machine_id first, machine_id last, unix_ms from, unix_ms until);

/// The smallest number, as unsigned, that lies in both reaches; nothing if there is none. Exact; takes microseconds.
std::optional<id> meeting(const id_reach& a, const id_reach& b);

/// Whether any number lies in both reaches.
bool can_meet(const id_reach& a, const id_reach& b);

} // namespace vesta

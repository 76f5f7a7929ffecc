#pragma once

#include <vesta/id/layout.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vesta {

/// Everything that decides which number comes out of a tick, a sequence and a machine ID: a layout's places, unit and
/// epoch, and the values of version, type and genMethod. What a layout is called does not count, nor where a field of
/// no bits would lie. A regular value; safe to use from any thread.
class id_pattern {
  public:
    /// A layout without a genMethod field makes one pattern of all methods. Error: `invalid_argument` where version or
    /// method does not fit its field.
    static result<id_pattern> make(const layout& of, std::uint64_t version, gen_method method);

    /// The layout, without its name.
    const layout& of() const noexcept { return of_; }
    /// The value of each field that is the same in all IDs: version, type and genMethod. The others are 0.
    const fields& fixed() const noexcept { return fixed_; }

    /// Epoch (unix ms), unit, and the fields from the most significant down, each with its bits and its value:
    /// `1420041600000/ms/version:1=0/type:1=1/genMethod:2=0/time:40/seq:10/machine:10`. Fields of no bits are left out.
    /// At most 130 characters of printable ASCII, no spaces. Equal patterns have equal texts.
    const std::string& text() const noexcept { return text_; }
    /// Reads exactly what `text` writes, also of a layout that has ended. Error: `invalid_argument`.
    static result<id_pattern> parse(std::string_view text);

    friend bool operator==(const id_pattern& a, const id_pattern& b) noexcept { return a.text_ == b.text_; }

  private:
    id_pattern(layout of, const fields& fixed);

    layout of_;
    fields fixed_;
    std::string text_;
};

/// IDs of one pattern: those of some machine IDs, in some ticks, with any sequence. What does not fit its field is not
/// there: numbers are never masked. A range with its end before its start is empty.
struct id_reach {
    id_pattern of;
    machine_id first, last; ///< Both included.
    std::uint64_t first_tick = 0;
    std::uint64_t end_tick = 0; ///< Not included.
};

/// IDs of @p of with ticks from the one that holds @p from to the last that begins before @p until.
id_reach reach_between(id_pattern of, machine_id first, machine_id last, unix_ms from, unix_ms until);

/// The smallest 64-bit number, as unsigned, that lies within both reaches; nothing where there is none. Exact; takes
/// microseconds.
std::optional<id> meeting(const id_reach& a, const id_reach& b);

/// Whether some 64-bit number lies within both reaches.
bool can_meet(const id_reach& a, const id_reach& b);

} // namespace vesta

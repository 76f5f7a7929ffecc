#pragma once

#include <vesta/id/pattern.hpp>
#include <vesta/id/scheme.hpp>
#include <vesta/survey/id_list.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::survey {

/// Machine IDs from the first to the last, both included.
struct machine_range {
    machine_id first, last;
};

/// What is known of the fleet that made the IDs.
struct fleet {
    unix_ms now{};
    unix_ms until{};      ///< When the newest of the IDs was made, within a day.
    bool stopped = false; ///< It makes no more, and the newest ID is among these.
    /// All machine IDs that it may ever use; empty: it may use any.
    std::vector<machine_range> machines{};
};

/// A generator whose IDs cannot meet the fleet's.
struct offered_generator {
    const scheme* family = nullptr;
    const layout* type = nullptr;
    std::uint64_t version = 0;
    std::optional<machine_id> machine{}; ///< The one that it must have; none: any.
    unix_ms from{};                      ///< Proven from then on,
    unix_ms until{};                     ///< until then.
};

/// How existing IDs were made, and how to go on beside them.
struct adopted {
    std::uint64_t ids = 0;
    std::string layout;             ///< The preset's name; custom for a layout whose epoch was found out.
    layout_spec spec{};             ///< Of the type of the newest ID.
    std::vector<std::string> types; ///< The types seen.
    std::vector<std::string> also;  ///< Other presets that could have made all of the IDs.
    unix_ms oldest{}, newest{};
    std::uint64_t last_tick = 0;
    std::vector<std::uint32_t> machines; ///< Those seen, rising; at most `most_machines`.
    bool more_machines = false;
    offered_generator offer{};
};

/// Finds the layout of IDs that some program made, and a generator whose numbers provably cannot meet that program's.
///
/// The layouts that it knows are the presets, and with creation times any of their shapes with another epoch. The proof
/// holds for every layout that could have made all of the IDs, not only for the likeliest.
/// Memory is bounded, whatever the IDs are.
/// Thread-safety: none; use from one thread at a time.
class adoption {
  public:
    static constexpr std::size_t most_machines = 4096;

    explicit adoption(const fleet& of);
    adoption(const adoption&) = delete;
    adoption& operator=(const adoption&) = delete;
    ~adoption();

    /// Takes an ID, and when it was made, if that is known: of all IDs or of none.
    void add(place at, id value, std::optional<unix_ms> made);

    std::uint64_t size() const noexcept;

    /// Errors: `invalid_argument` if no layout, or more than one, could have made all of the IDs, or if no generator is
    /// proven safe: says why, and what would decide.
    result<adopted> finish() const;

  private:
    class evidence;
    std::unique_ptr<evidence> all_;
};

} // namespace vesta::survey

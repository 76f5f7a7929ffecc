#pragma once

#include <vesta/id/scheme.hpp>
#include <vesta/survey/id_sorter.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::survey {

/// What IDs are checked against.
struct audit_options {
    const scheme* by = nullptr; ///< Null: they are plain numbers, as segments give them. Outlives the audit.
    bool gaps = false;          ///< Whether numbers that are missing between them matter.
    unix_ms now{};              ///< IDs made more than a minute later are impossible.
    std::size_t memory = 256 * 1024 * 1024;
    std::filesystem::path folder; ///< For what memory does not hold.
};

/// How often something was found, and the first examples.
template <class Example>
struct finding {
    static constexpr std::size_t most_examples = 10;

    std::uint64_t count = 0;
    std::vector<Example> examples{};

    void note(Example one) {
        ++count;
        if (examples.size() < most_examples) examples.push_back(std::move(one));
    }
};

/// An ID that is there more than once.
struct duplicate {
    static constexpr std::size_t most_places = 10;

    id value;
    std::uint64_t times = 0;
    std::vector<place> places{}; ///< The first of them.
};

struct located {
    id value;
    place at;
};

struct unreadable_line {
    place at;
    std::string text;
};

/// Numbers that are missing, from `first` to `last`.
struct gap {
    id first;
    id last;

    std::uint64_t size() const noexcept { return last.bits() - first.bits() + 1; }
};

/// The IDs of one maker: those that differ in time and sequence only.
struct stream {
    std::string_view type; ///< As the scheme's.
    fields parts;          ///< Without time and sequence.
    std::uint64_t count = 0;
    unix_ms first{};       ///< The earliest instant.
    unix_ms last{};        ///< The latest.
    finding<place> back{}; ///< Places where an ID is less than the one before, in the same file.
    located before{};
};

/// What an audit found.
struct audit_findings {
    std::uint64_t ids = 0;
    std::uint64_t repeated = 0; ///< IDs too many: times beyond the first.
    finding<duplicate> duplicates{};
    finding<unreadable_line> unreadable{};
    finding<located> foreign{}; ///< That no type of the scheme could have made.
    finding<located> future{};  ///< Of a time that has not come.
    finding<place> back{};      ///< As `stream::back`, of plain numbers.
    std::uint64_t missing = 0;  ///< Numbers between the least and the greatest.
    std::uint64_t gaps = 0;
    std::vector<gap> largest_gaps{}; ///< At most ten, the largest first.
    std::optional<id> least{};
    std::optional<id> greatest{};
    std::vector<stream> streams{};
    std::uint64_t beyond = 0; ///< IDs of further streams, of which only so many are told apart.

    /// Whether nothing is wrong. Steps back and gaps are not: lists may be in any order, and gaps are by design.
    bool is_clean() const noexcept {
        return duplicates.count == 0 && unreadable.count == 0 && foreign.count == 0 && future.count == 0;
    }
};

/// Finds out what is wrong with IDs that were made: duplicates, impossible times, steps back, gaps.
///
/// Memory is bounded, whatever the IDs are: at most 65,536 streams are told apart.
/// Thread-safety: none; use from one thread at a time.
class audit {
  public:
    static constexpr std::size_t most_streams = 65'536;

    explicit audit(const audit_options& options);

    /// Takes the next ID. Those of a file come in its order.
    ///
    /// Errors: as `id_sorter::add`.
    result<void> add(place at, id value);
    void add_unreadable(place at, std::string_view text) { found_.unreadable.note({at, std::string{text}}); }

    std::uint64_t size() const noexcept { return sorter_.size(); }

    /// Compares all IDs. Call it once, last. @p progress is called now and then with the number compared.
    ///
    /// Errors: as `id_sorter::in_order`.
    result<audit_findings> finish(const std::function<void(std::uint64_t)>& progress);

  private:
    using stream_key = std::array<std::uint64_t, 3>; // layout, version and method, machine

    void look_at_parts(const located& one);
    stream* stream_of(const layout& type, const fields& parts);
    void compare(const placed_id& one);
    void end_run();
    void note_gap(id before, id next);

    const audit_options options_;
    id_sorter sorter_;
    audit_findings found_;
    std::map<stream_key, stream> streams_;
    located before_{};
    duplicate run_{}; // of one value
};

} // namespace vesta::survey

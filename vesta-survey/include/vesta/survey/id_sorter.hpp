#pragma once

#include <vesta/base/result.hpp>
#include <vesta/survey/id_list.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace vesta::survey {

/// An ID as an unsigned number, and where it stands.
struct placed_id {
    std::uint64_t bits;
    std::uint64_t packed_place;

    placed_id() = default;
    placed_id(id value, place at) noexcept : bits{value.bits()}, packed_place{std::uint64_t{at.file} << 48 | at.line} {}

    place at() const noexcept {
        return {static_cast<std::uint32_t>(packed_place >> 48), packed_place & (place::most_lines - 1)};
    }
    friend auto operator<=>(const placed_id&, const placed_id&) = default;
};

/// Sorts more IDs than memory holds: sorted runs on a disk, merged at the end.
///
/// The runs are in a file without a name, which the system removes with the process; 16 bytes an ID.
/// Thread-safety: none; use from one thread at a time.
class id_sorter {
  public:
    /// Uses about @p memory bytes, at least 1 MiB, and puts runs into @p folder if they do not suffice.
    id_sorter(std::size_t memory, std::filesystem::path folder);
    id_sorter(const id_sorter&) = delete;
    id_sorter& operator=(const id_sorter&) = delete;
    ~id_sorter();

    /// Errors: `internal` if a run cannot be written: names the folder and the reason.
    result<void> add(const placed_id& one);

    /// Gives all IDs to @p each in rising order, those of one value in the order of their places. Call it once, last.
    ///
    /// Errors: as `add`.
    result<void> in_order(const std::function<void(const placed_id&)>& each);

    std::uint64_t size() const noexcept { return size_; }

  private:
    class runs;

    result<void> spill();
    result<void> merge_runs();

    const std::size_t most_held_;
    const std::filesystem::path folder_;
    std::vector<placed_id> held_;
    std::unique_ptr<runs> runs_;
    std::uint64_t size_ = 0;
};

} // namespace vesta::survey

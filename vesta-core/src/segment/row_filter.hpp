#pragma once

#include <vesta/segment/formatted_numbers.hpp>
#include <vesta/segment/segment_store.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vesta::detail {

/// A store of which one generator has some rows: those of one period, or those that count none.
///
/// It keeps reservations far below what the width of a format has room for, since what is reserved and not used is
/// lost. Thread-safety: as that store.
class row_filter final : public segment_store {
  public:
    /// The rows of @p period; empty: those that count no period. Of formatted tags, the ones in @p formats.
    row_filter(std::shared_ptr<segment_store> of, number_formats formats, std::string period)
        : of_{std::move(of)}, formats_{std::move(formats)}, period_{std::move(period)} {}

    std::uint32_t origins() const noexcept override { return of_->origins(); }
    std::optional<error> trouble() const override { return of_->trouble(); }
    result<std::vector<tag_row>> list() override;
    result<segment> reserve(const segment_request& request) override;
    result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) override;
    result<bool> create(std::string_view tag, std::int64_t step) override;
    result<bool> raise(std::string_view tag, std::int64_t limit) override;

  private:
    bool has(std::string_view row) const;
    result<void> check(std::string_view row) const; // as `check_counts_no_period`
    /// The most numbers to reserve in @p row at once.
    std::uint64_t widest(std::string_view row) const;

    const std::shared_ptr<segment_store> of_;
    const number_formats formats_;
    const std::string period_;
};

} // namespace vesta::detail

#pragma once

#include <vesta/segment/segment_store.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vesta::detail {

/// A store of which some rows are listed.
class row_filter final : public segment_store {
  public:
    row_filter(std::shared_ptr<segment_store> of, std::function<bool(std::string_view)> wants)
        : of_{std::move(of)}, wants_{std::move(wants)} {}

    result<std::vector<tag_row>> list() override {
        auto rows = of_->list();
        if (rows) std::erase_if(*rows, [this](const tag_row& each) { return !wants_(each.tag); });
        return rows;
    }
    result<segment> reserve(const segment_request& request) override { return of_->reserve(request); }
    result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) override {
        return of_->give_back(tag, of, from);
    }
    result<bool> create(std::string_view tag, std::int64_t step) override { return of_->create(tag, step); }
    result<bool> raise(std::string_view tag, std::int64_t limit) override { return of_->raise(tag, limit); }

  private:
    const std::shared_ptr<segment_store> of_;
    const std::function<bool(std::string_view)> wants_;
};

/// The rows of @p period alone.
inline std::shared_ptr<segment_store> only_period(std::shared_ptr<segment_store> of, std::string period) {
    return std::make_shared<row_filter>(
        std::move(of), [ending = "@" + std::move(period)](std::string_view row) { return row.ends_with(ending); });
}

} // namespace vesta::detail

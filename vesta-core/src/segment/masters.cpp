#include <vesta/base/quote.hpp>
#include <vesta/segment/masters.hpp>

#include <algorithm>
#include <atomic>
#include <utility>

namespace vesta {
namespace {

class store_that_heeds_masters final : public segment_store {
  public:
    explicit store_that_heeds_masters(std::shared_ptr<segment_store> of) : of_{std::move(of)} {}

    std::uint32_t origins() const noexcept override { return of_->origins(); }
    std::optional<error> trouble() const override { return of_->trouble(); }
    result<std::vector<tag_row>> list() override {
        auto rows = of_->list();
        if (!rows) return rows;
        for (const tag_row& each : *rows)
            note(each.delta);
        was_read_ = true;
        return rows;
    }

    result<segment> reserve(const segment_request& request) override {
        auto made = of_->reserve(request);
        if (made) note(made->facts.delta);
        return made;
    }

    result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) override {
        return of_->give_back(tag, of, from);
    }

    result<bool> create(std::string_view tag, std::int64_t step) override {
        if (!was_read_)
            if (const auto rows = list(); !rows) return rows.error();
        if (has_masters_) return has_several_masters(tag);
        return of_->create(tag, step);
    }

    result<bool> raise(std::string_view tag, std::int64_t limit) override { return of_->raise(tag, limit); }

  private:
    void note(std::uint32_t delta) noexcept {
        if (delta > 1) has_masters_ = true;
    }

    const std::shared_ptr<segment_store> of_;
    std::atomic<bool> was_read_{false};
    std::atomic<bool> has_masters_{false};
};

} // namespace

std::shared_ptr<segment_store> heed_masters(std::shared_ptr<segment_store> store) {
    return std::make_shared<store_that_heeds_masters>(std::move(store));
}

error has_several_masters(std::string_view tag) {
    return {errc::not_found, "there is no tag " + in_quotes(tag) +
                                 ", and it is not made, since the table is one of several masters; add the row by SQL, "
                                 "with the delta and remainder of this one"};
}

} // namespace vesta

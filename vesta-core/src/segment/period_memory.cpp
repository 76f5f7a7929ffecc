#include <vesta/segment/formatted_numbers.hpp>
#include <vesta/segment/tag_memory.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace vesta {
namespace {

constexpr std::size_t most_periods = 8; // of each length, so that a clock that was ahead for a while crowds none out

/// Forgets all but the latest periods of each length.
void forget_old(tag_memory::ends& all) {
    std::map<std::size_t, std::set<std::string, std::greater<>>> periods;
    for (const auto& [row, end] : all) {
        auto& those = periods[period_in(row).size()];
        those.emplace(period_in(row));
        if (those.size() > most_periods) those.erase(std::prev(those.end()));
    }
    std::erase_if(all, [&](const auto& each) {
        const std::string period{period_in(each.first)};
        return !periods[period.size()].contains(period);
    });
}

class period_memory final : public tag_memory {
  public:
    explicit period_memory(std::shared_ptr<tag_memory> in) : in_{std::move(in)} {}

    std::string where() const override { return in_->where(); }

    ends load() override {
        const std::lock_guard lock{guard_};
        return in_->load();
    }

    void save(const ends& all, bool for_good) override {
        const std::lock_guard lock{guard_};
        ends now = in_->load(); // generators of other periods have saved since
        for (const auto& [row, end] : all) {
            std::int64_t& known = now[row];
            known = std::max(known, end);
        }
        forget_old(now);
        in_->save(now, for_good);
    }

  private:
    const std::shared_ptr<tag_memory> in_;
    std::mutex guard_;
};

} // namespace

std::shared_ptr<tag_memory> remember_periods(std::shared_ptr<tag_memory> in) {
    return in ? std::make_shared<period_memory>(std::move(in)) : nullptr;
}

} // namespace vesta

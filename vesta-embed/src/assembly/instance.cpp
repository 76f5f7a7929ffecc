#include "numbers.hpp"
#include "plan.hpp"
#include "providers.hpp"
#include "view.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/embed/instance.hpp>
#include <vesta/generate/keeper.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace vesta::embed {

/// Members in the order in which they depend on each other; destroyed in the opposite one.
class instance::parts {
  public:
    parts(const settings& from, const open_options& options) : from_{from}, options_{options} {}

    result<void> open() {
        if (options_.methods.empty())
            return error{errc::invalid_argument, "open_options.methods is empty; it must name a way of publishing"};
        if (!options_.only.empty() && from_.generator(options_.only) == nullptr)
            return error{errc::not_found, "there is no generator " + in_quotes(options_.only) + "; there are " +
                                              from_.generator_names()};
        auto planned = plan_generators(from_, options_);
        if (!planned) return std::move(planned).reason();
        planned_ = *std::move(planned);
        if (auto reserved = reserve(); !reserved) return reserved;
        if (auto made = make_generators(); !made) return made;
        if (auto made = make_counting(); !made) return made;
        make_views();
        return {};
    }

    catalogue& published(gen_method method) { return *views_.at(method); }

    result<void> close() {
        const std::lock_guard guard{closing_};
        if (keeper_) keeper_->stop();
        for (const auto& [name, each] : counting_)
            each->close();
        result<void> all;
        for (const auto& each : held_)
            if (auto released = each->release(); !released && all) all = std::move(released);
        return all;
    }

  private:
    result<void> reserve() {
        if (planned_.empty()) return {};
        auto provider = make_provider(from_);
        if (!provider) return std::move(provider).reason();
        provider_ = *std::move(provider);
        auto leases = provider_->acquire(request_for(from_, planned_));
        if (!leases) return std::move(leases).reason();
        const reservation_policy policy{.ahead = from_.clock.reserve_ahead,
                                        .follow_own_time = from_.clock.after == after_crash::own_time,
                                        .max_lead = from_.clock.max_lead};
        for (auto& lease : *leases) {
            held_.push_back(std::make_shared<reservation>(std::move(lease), policy, *options_.clock,
                                                          [this] { return replacement(); }));
            if (auto renewed = held_.back()->renew(true); !renewed) return renewed;
        }
        keeper_ = std::make_unique<keeper>(held_);
        return {};
    }

    /// Another machine ID in place of one that a store gave to somebody else.
    result<machine_lease> replacement() {
        auto leases = provider_->acquire(request_for(from_, planned_));
        if (!leases) return std::move(leases).reason();
        return std::move(leases->front());
    }

    result<void> make_generators() {
        for (const auto& each : planned_) {
            auto made = time_generator::make(each.spec, held_, *options_.clock, [this] { keeper_->hurry(); });
            if (!made) return error{errc::invalid_settings, "generators." + each.name + ": " + made.reason().message};
            generators_.push_back(*std::move(made));
        }
        return {};
    }

    /// The generators that count. One serves every way of publishing: their numbers have no place for the way.
    result<void> make_counting() {
        for (const auto& [name, each] : from_.generators) {
            if (!each.counts() || (!options_.only.empty() && name != options_.only)) continue;
            auto made = make_numbers(from_, name, each);
            if (!made) return std::move(made).reason();
            counting_.emplace(name, *std::move(made));
        }
        return {};
    }

    void make_views() {
        for (const gen_method method : options_.methods) {
            std::vector<std::shared_ptr<member>> members;
            for (const auto& [name, each] : from_.generators)
                if (auto found = each.counts() ? find_counting(name) : find_time_based(name, each.kind, method))
                    members.push_back(std::move(found));
            views_.emplace(method, std::make_unique<view>(std::move(members)));
        }
    }

    std::shared_ptr<member> find_counting(const std::string& name) const {
        const auto found = counting_.find(name);
        return found == counting_.end() ? nullptr : found->second;
    }

    std::shared_ptr<member> find_time_based(const std::string& name, const std::string& kind, gen_method method) const {
        for (std::size_t i = 0; i < planned_.size(); ++i)
            if (planned_[i].name == name && std::ranges::find(planned_[i].serves, method) != planned_[i].serves.end())
                return std::make_shared<time_member>(name, kind, *generators_[i], held_, *options_.clock);
        return nullptr;
    }

    const settings from_;
    const open_options options_;
    std::vector<planned_generator> planned_;
    std::unique_ptr<machine_id_provider> provider_;
    std::vector<std::shared_ptr<reservation>> held_;
    std::unique_ptr<keeper> keeper_;
    std::vector<std::unique_ptr<time_generator>> generators_;
    std::map<std::string, std::shared_ptr<member>> counting_;
    std::map<gen_method, std::unique_ptr<catalogue>> views_;
    std::mutex closing_;
};

instance::instance(std::unique_ptr<parts> made) : parts_{std::move(made)} {}

// An owner that wants to know whether all was given back calls close() itself.
instance::~instance() {
    static_cast<void>(close());
}

result<std::unique_ptr<instance>> instance::open(const settings& from, const open_options& options) {
    auto made = std::make_unique<parts>(from, options);
    if (auto opened = made->open(); !opened) {
        static_cast<void>(made->close()); // what was reserved by then goes back; why it failed matters more
        return std::move(opened).reason();
    }
    return std::unique_ptr<instance>{new instance{std::move(made)}};
}

catalogue& instance::published(gen_method method) {
    return parts_->published(method);
}

result<void> instance::close() {
    return parts_->close();
}

} // namespace vesta::embed

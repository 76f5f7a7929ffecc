#include "known_files.hpp"
#include "numbers.hpp"
#include "outward.hpp"
#include "plan.hpp"
#include "providers.hpp"
#include "taking.hpp"
#include "timed.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/embed/instance.hpp>
#include <vesta/generate/keeper.hpp>
#include <vesta/time/bounded_clock.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace vesta::embed {

/// The members are in the order of their dependencies, and destroyed in reverse.
class instance::parts {
  public:
    parts(const settings& from, const open_options& options)
        : from_{from}, options_{options}, clock_{*options.clock, from.clock.max_forward, options.log} {
        options_.failed = [this, tell = options.failed](const error& reason) {
            if (tell && ends_the_start(reason)) tell(reason);
        };
    }

    result<void> open() {
        if (options_.methods.empty())
            return error{errc::invalid_argument, "open_options.methods is empty; it must name a way of publishing"};
        if (!options_.only.empty() && from_.generator(options_.only) == nullptr)
            return from_.unknown_generator(options_.only);
        auto planned = plan_generators(from_, options_);
        if (!planned) return std::move(planned).error();
        planned_ = *std::move(planned);
        if (auto made = make_counting(); !made) return made;
        if (auto reserved = reserve(); !reserved) return reserved;
        if (auto made = make_generators(); !made) return made;
        make_views();
        return {};
    }

    catalogue& published(gen_method method) { return views_.at(method); }
    std::shared_ptr<const tag_budget> tags() const { return tags_; }

    bool starting() const {
        return std::ranges::any_of(held_, [](const auto& each) { return !each->is_held(); });
    }

    machine_use use() const {
        machine_use now{.nonce = nonce_, .started = started_};
        for (const auto& each : held_)
            if (each->is_held() && !each->is_over()) now.machines.push_back(each->machine());
        now.patterns = patterns_of(planned_);
        return now;
    }

    void withdraw(const error& why) {
        for (const auto& each : held_)
            static_cast<void>(each->withdraw(why)); // on a failure the mark stays, as after a crash
        makers_.end_rounds();
    }

    result<void> close() {
        const std::lock_guard guard{closing_};
        if (keeper_) keeper_->stop();
        for (const auto& [name, each] : counting_)
            each->close();
        result<void> all;
        for (const auto& each : held_)
            if (auto released = give_back(*each); !released && all) all = std::move(released);
        makers_.end_rounds();
        return all;
    }

  private:
    result<void> reserve() {
        if (planned_.empty()) return {};
        const bool lent = from_.machine_id.is_lent();
        auto provider = make_provider(
            from_, {.clock = &clock_,
                    .hear = [this, bound = lent && from_.clock.max_forward != std::chrono::milliseconds{0}](
                                unix_ms at) { hear_store(at, bound); },
                    .recall = [this](unix_ms wall, boot_clock::time_point at) { clock_.continue_from(wall, at); },
                    .log = options_.log,
                    .only = options_.only});
        if (!provider) return std::move(provider).error();
        provider_ = *std::move(provider);
        if (auto held = lent ? borrow() : take_listed(); !held) return held;
        keeper_ = std::make_unique<keeper>(held_);
        return {};
    }

    void hear_store(unix_ms at, bool bound) {
        clock_.store_says(at);
        if (bound) followed_.store_says(at);
    }

    reservation_policy policy() const {
        return {.ahead = from_.clock.reserve_ahead,
                .follow_own_time = from_.clock.after == after_crash::own_time,
                .max_lead = from_.clock.max_lead};
    }

    result<std::vector<machine_lease>> acquire() {
        return provider_->acquire(
            request_for(from_, planned_, std::chrono::floor<std::chrono::milliseconds>(clock_.now())));
    }

    result<void> give_back(reservation& of) {
        if (of.is_over()) return {};
        auto released = of.release();
        if (released && of.is_held() && options_.log)
            options_.log(severity::info, "machine ID " + std::to_string(of.machine().value) +
                                             " is given back; another program may use it from " +
                                             to_rfc3339(next_full_tick(planned_, of.mark())) + " on");
        return released;
    }

    /// Acquires all machine IDs that the settings list. Their marks are in local files, so it does not wait. One that
    /// is lost stays lost: somebody else has it, and there is no other.
    result<void> take_listed() {
        auto leases = acquire();
        if (!leases) return std::move(leases).error();
        for (auto& lease : *leases) {
            const std::string held = "machine ID " + std::to_string(lease.id.value) + " is held";
            held_.push_back(
                std::make_shared<reservation>(std::move(lease), policy(), followed_, nullptr, options_.log));
            if (auto renewed = held_.back()->renew(true); !renewed) return renewed;
            if (options_.log) options_.log(severity::info, held);
        }
        return {};
    }

    /// Acquires the machine ID that a store lends, and another one whenever it is lost.
    result<void> borrow() {
        held_.push_back(
            std::make_shared<reservation>(policy(), followed_, [this] { return taking_.take(); }, options_.log));
        if (options_.in_background) return {};
        return wait_until_held(*held_.front(), options_);
    }

    /// Whether an error that stops time-based generators from starting ends the start. Not while counting generators
    /// serve: a row that cannot be read must not stop them. Wrong settings are wrong for all.
    bool ends_the_start(const error& reason) const {
        return reason.code == errc::invalid_settings || counting_.empty();
    }

    result<void> make_generators() {
        for (const auto& each : planned_) {
            auto made = makers_.make(each, held_, [this] { keeper_->hurry(); });
            if (!made) return std::move(made).error();
            timed_.push_back(*std::move(made));
        }
        return {};
    }

    /// Makes the generators that count. One serves every way of publishing, since its numbers have no field for it.
    result<void> make_counting() {
        for (const auto& [name, each] : from_.generators) {
            if (each.timed() != nullptr || (!options_.only.empty() && name != options_.only)) continue;
            auto made = make_one_counting(name, each);
            if (!made) return std::move(made).error();
            auto leaving = in_outward_form(name, each, *std::move(made), *options_.clock);
            if (!leaving) return std::move(leaving).error();
            counting_.emplace(name, *std::move(leaving));
        }
        return {};
    }

    result<std::shared_ptr<named_generator>> make_one_counting(const std::string& name, const generator_settings& of) {
        if (const auto* const gapless = of.gapless()) return make_gapless(from_, name, *gapless, clock_, options_.log);
        if (const auto* const tags = std::get_if<segment_settings>(&of.of))
            if (auto kept = keep_formats(from_, name, *tags, options_.log); !kept) return std::move(kept).error();
        return make_numbers(from_, name, of, options_.log, tags_, clock_);
    }

    void make_views() {
        for (const gen_method method : options_.methods) {
            catalogue& seen = views_[method];
            for (const auto& [name, each] : from_.generators)
                if (auto found = each.timed() == nullptr ? find_counting(name) : find_timed(name, method))
                    seen.add(std::move(found));
        }
    }

    std::shared_ptr<named_generator> find_counting(const std::string& name) const {
        const auto found = counting_.find(name);
        return found == counting_.end() ? nullptr : found->second;
    }

    std::shared_ptr<named_generator> find_timed(const std::string& name, gen_method method) const {
        for (std::size_t i = 0; i < planned_.size(); ++i)
            if (planned_[i].name == name && std::ranges::find(planned_[i].serves, method) != planned_[i].serves.end())
                return timed_[i];
        return nullptr;
    }

    const settings from_;
    open_options options_;
    clock_guard clock_;
    bounded_clock followed_{clock_, options_.log}; // by reservations
    std::vector<planned_generator> planned_;
    timed_makers makers_{from_, *options_.clock, clock_};
    std::unique_ptr<machine_id_provider> provider_;
    taking taking_{[this] { return acquire(); }, options_};
    std::vector<std::shared_ptr<reservation>> held_;
    std::unique_ptr<keeper> keeper_;
    std::vector<std::shared_ptr<named_generator>> timed_; // of each that is planned
    const std::shared_ptr<tag_budget> tags_ = std::make_shared<tag_budget>(from_.limits.memory.value / 2);
    std::map<std::string, std::shared_ptr<named_generator>> counting_;
    std::map<gen_method, catalogue> views_;
    std::mutex closing_;
    const std::string nonce_ = new_nonce();
    const unix_ms started_ = std::chrono::floor<std::chrono::milliseconds>(options_.clock->now());
};

instance::instance(std::unique_ptr<parts> made) : parts_{std::move(made)} {}

// An owner that needs to know whether all was given back calls close() itself.
instance::~instance() {
    static_cast<void>(close());
}

result<std::unique_ptr<instance>> instance::open(const settings& from, const open_options& options) {
    auto made = std::make_unique<parts>(from, options);
    if (auto opened = made->open(); !opened) {
        static_cast<void>(
            made->close()); // gives back what was reserved by then; the reason of the failure matters more
        return std::move(opened).error();
    }
    return std::unique_ptr<instance>{new instance{std::move(made)}};
}

bool instance::starting() const {
    return parts_->starting();
}

machine_use instance::use() const {
    return parts_->use();
}

void instance::withdraw(const error& why) {
    parts_->withdraw(why);
}

std::shared_ptr<const tag_budget> instance::tags() const {
    return parts_->tags();
}

catalogue& instance::published(gen_method method) {
    return parts_->published(method);
}

result<void> instance::close() {
    return parts_->close();
}

} // namespace vesta::embed

#include "offers.hpp"

#include <vesta/base/list.hpp>

#include <algorithm>
#include <utility>

namespace vesta::survey {
namespace {

constexpr std::chrono::hours least_span{1}; // of creation times that show an epoch

/// Whether they differ in their epoch and name at most.
bool is_same_shape(const layout& a, const layout& b) {
    return a.unit() == b.unit() && a.type() == b.type() && std::ranges::all_of(all_fields, [&](field each) {
               return a.width(each) == b.width(each) && (a.width(each) == 0 || a.shift(each) == b.shift(each));
           });
}

std::string instant_of(const hypothesis& each) {
    return each.of->name() + " at " + to_rfc3339(each.newest);
}

} // namespace

class adoption::evidence {
  public:
    explicit evidence(const fleet& of) : of_{of} {
        for (const std::string_view name : scheme_names()) {
            const scheme* const family = find_scheme(name);
            hypotheses_.push_back({.of = family});
            for (const layout& type : family->types())
                if (grows_as_snowflakes(type) &&
                    std::ranges::none_of(shapes_, [&](const shape& each) { return is_same_shape(*each.of, type); }))
                    shapes_.push_back({.of = &type});
        }
    }

    void add(place at, id value, std::optional<unix_ms> made) {
        for (hypothesis& each : hypotheses_)
            each.take(at, value, made, of_);
        for (shape& each : shapes_)
            each.take(value, made);
        for (std::size_t i = 0; i < candidates.size(); ++i)
            taken_[i] = taken_[i] || candidates[i].could_make(value);
        ++ids_;
        timed_ += made ? 1 : 0;
        if (made) {
            first_made_ = std::min(first_made_, *made);
            last_made_ = std::max(last_made_, *made);
        }
    }

    std::uint64_t size() const noexcept { return ids_; }

    result<adopted> finish() const {
        if (ids_ == 0) return error{errc::invalid_argument, "there are no IDs"};
        if (of_.until > of_.now + clock_difference || (timed_ != 0 && last_made_ > of_.now + clock_difference))
            return error{errc::invalid_argument, "the newest of the IDs cannot be of a time that has not come"};
        if (timed_ != 0 && timed_ != ids_)
            return error{errc::invalid_argument, "only " + std::to_string(timed_) + " of " + std::to_string(ids_) +
                                                     " IDs have a creation time; give all of them one, or none"};
        const auto found = choose();
        if (found) return with_offer(describe(**found), **found);
        if (found.error().code == errc::not_found) return find_epoch();
        return found.error();
    }

  private:
    /// The one scheme that explains all IDs and made the newest when that was made.
    ///
    /// Errors: `not_found` if none explains all.
    result<const hypothesis*> choose() const {
        std::vector<const hypothesis*> fitting, right;
        for (const hypothesis& each : hypotheses_) {
            if (!each.fits) continue;
            fitting.push_back(&each);
            const bool is_fresh = timed_ != 0 || std::chrono::abs(each.newest - of_.until) <= fresh;
            if (is_fresh) right.push_back(&each);
        }
        const auto by_name = [](const hypothesis* each) { return instant_of(*each); };
        if (right.size() == 1) return right.front();
        if (right.size() > 1)
            return error{errc::invalid_argument,
                         "several layouts could have made all of these IDs, the newest of them " +
                             listed(right, by_name) + ": creation times decide (--time-column)"};
        if (fitting.empty()) return error{errc::not_found, "no layout that is known explains all of these IDs"};
        return error{errc::invalid_argument,
                     "none of the layouts that explain all of these IDs would have made the newest within a day of " +
                         to_rfc3339(of_.until) + ": " + listed(fitting, by_name) +
                         "; say when it was made (--until), or give creation times (--time-column)"};
    }

    adopted describe(const hypothesis& found) const {
        adopted made{.ids = ids_, .layout = found.of->name(), .spec = found.newest_type->spec()};
        for (const auto& [type, of_it] : found.types)
            made.types.push_back(type->name());
        for (const hypothesis& each : hypotheses_)
            if (each.fits && &each != &found) made.also.push_back(each.of->name());
        made.oldest = found.oldest;
        made.newest = found.newest;
        made.last_tick = found.last_tick;
        made.machines.assign(found.machines.begin(), found.machines.end());
        made.more_machines = found.more_machines;
        return made;
    }

    /// The layout of a shape whose epoch the creation times show.
    result<adopted> find_epoch() const {
        if (timed_ == 0) return unknown("; creation times would show a layout's epoch (--time-column)");
        if (last_made_ - first_made_ < least_span)
            return unknown("; IDs made over an hour would show a layout's epoch");
        std::vector<const shape*> right;
        for (const shape& each : shapes_)
            if (each.fits && each.greatest - each.least <= 2 * near) right.push_back(&each);
        if (right.empty()) return unknown(", with any epoch");
        // The widths of one shape may read another's time as well: then nobody can tell where its machine ID lies.
        if (right.size() > 1)
            return error{errc::invalid_argument,
                         "several shapes read these times: " + listed(right, [](const shape* each) {
                             return each->of->name();
                         }) + "; set the fleet's own widths as kind: custom, and compare by `vesta explain`"};
        return with_custom(*right.front());
    }

    error unknown(const std::string& but) const {
        std::string why;
        for (const hypothesis& each : hypotheses_)
            if (each.of->name() == "snowflake" || each.of->name() == "vesta")
                why += "; not " + each.of->name() + ", " + each.objection;
        return {errc::invalid_argument, "no layout that is known explains all of these IDs" + but + why};
    }

    result<adopted> with_custom(const shape& found) const {
        if (of_.stopped || !of_.machines.empty())
            return error{errc::invalid_argument, "with an epoch that only creation times show, to a minute, the layout "
                                                 "cannot be gone on with; leave out --stopped and --machines"};
        adopted made{.ids = ids_, .layout = "custom", .spec = found.of->spec()};
        made.spec.epoch = unix_ms{(found.least + found.greatest) / 2};
        made.oldest = first_made_;
        made.newest = last_made_;
        made.last_tick = found.last_tick;
        made.machines.assign(found.machines.begin(), found.machines.end());
        made.more_machines = found.more_machines;
        auto offer = offer_beside(known(), nullptr, taken_);
        if (!offer) return std::move(offer).error();
        made.offer = *offer;
        return made;
    }

    result<adopted> with_offer(adopted made, const hypothesis& found) const {
        if (found.stray)
            return error{errc::invalid_argument, "machine ID " + std::to_string(*found.stray) +
                                                     " made some of these IDs and is not among --machines"};
        auto offer = of_.stopped            ? offer_after(known(), found)
                     : of_.machines.empty() ? offer_beside(known(), &found, taken_)
                                            : offer_among(known(), found);
        if (!offer) return std::move(offer).error();
        made.offer = *offer;
        return made;
    }

    evidence_so_far known() const { return {of_, hypotheses_, shapes_, timed_ == 0 ? of_.until : last_made_, ids_}; }

    const fleet of_;
    std::vector<hypothesis> hypotheses_;
    std::vector<shape> shapes_;
    taken_candidates taken_{};
    std::uint64_t ids_ = 0;
    std::uint64_t timed_ = 0;
    unix_ms first_made_ = unix_ms::max(), last_made_ = unix_ms::min();
};

adoption::adoption(const fleet& of) : all_{std::make_unique<evidence>(of)} {}
adoption::~adoption() = default;

void adoption::add(place at, id value, std::optional<unix_ms> made) {
    all_->add(at, value, made);
}

std::uint64_t adoption::size() const noexcept {
    return all_->size();
}

result<adopted> adoption::finish() const {
    return all_->finish();
}

} // namespace vesta::survey

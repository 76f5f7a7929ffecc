#include "timed.hpp"

#include "outward.hpp"

#include <vesta/catalogue/kinds.hpp>
#include <vesta/catalogue/named_succession.hpp>

namespace vesta::embed {

/// One timer for all generators with the same period.
std::shared_ptr<portion_timer> timed_makers::rounds_of(std::chrono::milliseconds period) {
    auto& timer = rounds_[period];
    if (!timer) timer = std::make_shared<portion_timer>(period);
    return timer;
}

void timed_makers::set_rounds(const planned_generator& of, const time_settings& as, time_generator_spec& spec) {
    if (as.order == number_order::lanes) {
        spec.rounds = rounds_of(of.max_age);
    } else if (of.max_age > std::chrono::milliseconds{0}) {
        spec.readings = rounds_of(of.max_age);
    }
}

result<std::unique_ptr<time_generator>> timed_makers::make_one(const planned_generator& of,
                                                               const std::vector<std::shared_ptr<reservation>>& held,
                                                               const std::function<void()>& hurry) {
    const std::string name = of.name.substr(0, of.name.find('.')); // a successor's ends in .then
    time_generator_spec spec = of.spec;
    set_rounds(of, *from_.generator(name)->timed(), spec);
    auto made = time_generator::make(spec, held, clock_, hurry);
    if (!made) return error{errc::invalid_settings, "generators." + of.name + ": " + made.error().message};
    return made;
}

/// Two generators of one pattern would make the same IDs.
result<timed_makers::maker> timed_makers::shared(const planned_generator& of,
                                                 const std::vector<std::shared_ptr<reservation>>& held,
                                                 const std::function<void()>& hurry) {
    maker& known = shared_[{of.name, of.pattern.text()}];
    if (known) return known;
    auto made = make_one(of, held, hurry);
    if (!made) return std::move(made).error();
    return known = *std::move(made);
}

result<std::shared_ptr<named_generator>> timed_makers::make_named(const planned_generator& of,
                                                                  const std::vector<std::shared_ptr<reservation>>& held,
                                                                  const std::function<void()>& hurry) {
    const std::string& kind = from_.generator(of.name)->kind;
    if (of.then) {
        auto first = shared(of, held, hurry);
        if (!first) return std::move(first).error();
        auto second = shared(*of.then, held, hurry);
        if (!second) return std::move(second).error();
        auto both = std::make_unique<succession>(*std::move(first), *std::move(second));
        return std::shared_ptr<named_generator>{
            std::make_shared<named_succession>(of.name, kind, std::move(both), held, guard_)};
    }
    auto made = make_one(of, held, hurry);
    if (!made) return std::move(made).error();
    if (of.layout.cores_of)
        return std::shared_ptr<named_generator>{
            std::make_shared<named_uuid_generator>(of.name, *of.layout.cores_of, *std::move(made), held, guard_)};
    return std::shared_ptr<named_generator>{
        std::make_shared<named_time_generator>(of.name, kind, *std::move(made), held, guard_)};
}

result<std::shared_ptr<named_generator>> timed_makers::make(const planned_generator& of,
                                                            const std::vector<std::shared_ptr<reservation>>& held,
                                                            const std::function<void()>& hurry) {
    auto made = make_named(of, held, hurry);
    if (!made) return made;
    return in_outward_form(of.name, *from_.generator(of.name), *std::move(made), clock_);
}

void timed_makers::end_rounds() noexcept {
    for (const auto& [period, timer] : rounds_)
        timer->end_round();
}

} // namespace vesta::embed

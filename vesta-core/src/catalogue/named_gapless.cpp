#include <vesta/catalogue/named_gapless.hpp>

namespace vesta {

result<id_source*> named_gapless::stream(const stream_query&) {
    return unsuited("gives each number for a call of its own, durably: take them by POST /v1/generators/NAME/number, "
                    "GENID with KEY, or service::take_number");
}

generator_status named_gapless::status() const {
    generator_status status{.name = name(), .kind = kind()};
    const gapless_counts now = of_.counts();
    number_status& numbers = status.numbers.emplace();
    numbers.counts.reserved = now.given;
    numbers.counts.served = now.given;
    numbers.counts.refills = now.groups;
    numbers.counts.failures = now.refused + now.unknown;
    numbers.trouble = of_.trouble();
    // While too many keys are kept, those that have a number find it.
    status.ready = !numbers.trouble || numbers.trouble->code == errc::not_ready;
    if (!status.ready) status.why_not = numbers.trouble->message;
    return status;
}

result<gapless_generator*> gapless_of(named_generator* of) {
    if (auto* const found = dynamic_cast<named_gapless*>(of)) return &found->of();
    return error{errc::invalid_argument, "generator " + of->name() + " is of kind " + of->kind() + ", not gapless"};
}

} // namespace vesta

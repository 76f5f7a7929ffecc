#include <vesta/catalogue/named_generator.hpp>

namespace vesta {

error named_generator::not_of(std::string_view kind) const {
    return {errc::invalid_argument, "generator " + name_ + " is of kind " + kind_ + ", not " + std::string{kind}};
}

error named_generator::unsuited(const std::string& what) const {
    return {errc::invalid_argument, "generator " + name_ + " is of kind " + kind_ + ", which " + what};
}

result<const time_generator*> named_generator::time_based() const {
    return error{errc::invalid_argument,
                 "generator " + name_ + " is of kind " + kind_ + ", whose numbers hold no time"};
}

result<segment_generator*> named_generator::segments() {
    return not_of("segment");
}

result<sharded_generator*> named_generator::sharded() {
    return not_of("sharded");
}

result<formatted_numbers*> named_generator::formatted() {
    return unsuited("has no formats; kind segment takes them (generators." + name_ + ".formats)");
}

result<void> named_generator::explains() const {
    return time_based().transform([](const time_generator*) {});
}

result<disclosure> named_generator::explain(id value) const {
    return explain_timed(value).transform([](const explanation& made) { return disclosure{made}; });
}

result<explanation> named_generator::reveal(id value) const {
    return explain_timed(value);
}

result<explanation> named_generator::explain_timed(id value) const {
    return time_based().and_then([value](const time_generator* of) { return of->explain(value); });
}

result<id> named_generator::make_id(const making& parts, std::string (*called)(field)) const {
    return time_based().and_then([&](const time_generator* of) { return vesta::make_id(*of, parts, called); });
}

result<id> named_generator::make_id(const fields& parts) const {
    return time_based().and_then([&](const time_generator* of) { return of->make(parts); });
}

result<unix_ms> named_generator::to_time(std::uint64_t time, const std::optional<std::string>& type) const {
    return time_based().and_then([&](const time_generator* of) {
        return find_type(*of, type).and_then([time](const layout* each) { return instant_in(*each, time); });
    });
}

result<uuid_explanation> named_generator::explain_uuid(const uuid&) const {
    return unsuited("makes IDs of 64 bits");
}

result<disclosure> named_generator::explain_text(std::string_view text, std::optional<text_form> as) const {
    return (as ? parse_text(text, *as) : parse_any_text(text)).and_then([this](id value) { return explain(value); });
}

result<shaped_stream> named_generator::shaped_stream_of(const stream_query& query) {
    return stream(query).transform([](id_source* source) { return shaped_stream{source}; });
}

} // namespace vesta

#include "time_status.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/catalogue/kinds.hpp>

#include <algorithm>

namespace vesta {

result<id_source*> named_time_generator::stream(const stream_query& query) {
    if (query.tag || query.app || query.gate_pass) return unsuited("takes no tag, app or gatePass");
    return of_.get();
}

generator_status named_time_generator::status() const {
    return detail::status_of(*this, *of_, held_, clock_, of_->spec().type->end());
}

error named_uuid_generator::has_128_bits() const {
    return unsuited("makes IDs of 128 bits: they are taken and explained as text or as 16 bytes");
}

result<id_source*> named_uuid_generator::stream(const stream_query&) {
    return has_128_bits();
}

result<shaped_stream> named_uuid_generator::shaped_stream_of(const stream_query& query) {
    return cores_.stream(query).transform([this](id_source* source) { return shaped_stream{source, kind_}; });
}

result<const time_generator*> named_uuid_generator::time_based() const {
    return has_128_bits();
}

result<disclosure> named_uuid_generator::explain(id) const {
    return has_128_bits();
}

result<uuid_explanation> named_uuid_generator::explain_uuid(const uuid& value) const {
    return vesta::explain(kind_, value, *(*cores_.time_based())->spec().type);
}

result<disclosure> named_uuid_generator::explain_text(std::string_view text, std::optional<text_form> as) const {
    return (as ? parse_uuid(text, *as) : parse_any_uuid(text)).and_then([this](const uuid& value) {
        return explain_uuid(value).transform([](const uuid_explanation& made) { return disclosure{made}; });
    });
}

named_segments::named_segments(std::string name, std::shared_ptr<segment_store> store, const segment_options& options,
                               std::unique_ptr<tag_tokens> tokens, formatted_options formats)
    : named_generator{std::move(name), "segment"}, of_{std::move(store), options}, tokens_{std::move(tokens)},
      formatted_{formats.formats.empty() ? nullptr : std::make_unique<formatted_numbers>(of_, std::move(formats))} {}

result<formatted_numbers*> named_segments::formatted() {
    if (formatted_) return formatted_.get();
    return named_generator::formatted();
}

void named_segments::close() {
    of_.close();
    if (formatted_) formatted_->close();
}

result<id_source*> named_segments::stream(const stream_query& query) {
    if (query.app || query.gate_pass) return unsuited("takes no app or gatePass");
    if (!query.tag) return unsuited("needs a tag");
    if (formatted_)
        if (auto plain = check_counts_no_period(*query.tag, formatted_->formats()); !plain)
            return std::move(plain).error();
    return of_.tag(*query.tag);
}

generator_status named_segments::status() const {
    segment_status now = of_.status();
    if (formatted_) formatted_->add_to(now);
    generator_status status{.name = name(), .kind = kind(), .ready = now.ready};
    if (!now.ready) status.why_not = now.trouble ? now.trouble->message : "the table of tags has not been read yet";
    if (tokens_ && !now.trouble) now.trouble = tokens_->trouble();
    if (tokens_ && now.ready && !tokens_->was_read())
        status.refuse(tokens_->trouble().value_or(error{errc::not_ready, "the table of tokens has not been read yet"}));
    status.numbers = number_status{.streams = now.tags,
                                   .exhausted = now.exhausted,
                                   .largest = now.largest,
                                   .counts = now.counts,
                                   .latency = now.latency,
                                   .trouble = std::move(now.trouble)};
    return status;
}

result<id_source*> named_shards::stream(const stream_query& query) {
    if (query.tag) return unsuited("takes no tag");
    if (!query.app || !query.gate_pass) return unsuited("needs an app and a gatePass");
    return of_.stream(*query.app, *query.gate_pass);
}

generator_status named_shards::status() const {
    sharded_status now = of_.status();
    generator_status status{.name = name(), .kind = kind(), .ready = now.ready};
    if (!now.ready) status.why_not = now.trouble ? now.trouble->message : "id_alloc has not been read yet";
    number_status& sum = status.numbers.emplace(number_status{.latency = now.latency, .trouble = now.trouble});
    for (const app_status& each : now.apps) {
        sum.streams += each.shards;
        sum.exhausted += each.exhausted;
        sum.counts += each.counts;
    }
    status.apps = std::move(now.apps);
    status.supply = std::move(now.supply);
    return status;
}

} // namespace vesta

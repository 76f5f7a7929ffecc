#include "rest_catalogue.hpp"

#include <algorithm>

namespace vesta::testing {

grant counting_source::try_generate(std::span<id> out) noexcept {
    std::int64_t next = next_.fetch_add(static_cast<std::int64_t>(out.size()));
    for (id& each : out)
        each = {next++};
    return {out.size()};
}

range_grant counting_source::try_range(std::uint64_t count) noexcept {
    return {{{next_.fetch_add(static_cast<std::int64_t>(count))}, count, 1}};
}

error counting_source::explain_refusal(errc why) const {
    return {why, std::string{vesta::name(why)}};
}

error scripted_source::explain_refusal(errc why) const {
    return {why, "as scripted: " + std::string{vesta::name(why)}};
}

rest_catalogue::~rest_catalogue() = default;

rest_catalogue& rest_catalogue::add(std::string name, std::string kind, const scheme& family, const layout& type,
                                    std::uint32_t machine) {
    auto& held = held_[machine];
    if (!held) {
        held = std::make_shared<reservation>(marks_.take_over({machine}), reservation_policy{}, clock_);
        static_cast<void>(held->renew(true));
    }
    const time_generator_spec spec{.family = &family, .type = &type, .method = gen_method::rest};
    auto made = std::make_unique<entry>();
    made->name = std::move(name);
    made->kind = std::move(kind);
    made->held = held;
    made->time = time_generator::make(spec, {held}, clock_, [this] {
                     if (keeper_) keeper_->hurry();
                 }).value();
    entries_.push_back(std::move(made));
    return *this;
}

rest_catalogue& rest_catalogue::add_time(std::string name, std::string_view scheme, std::string_view type,
                                         std::uint32_t machine) {
    const auto& family = *find_scheme(scheme);
    return add(std::move(name), std::string{scheme}, family, *family.type(type).value(), machine);
}

rest_catalogue& rest_catalogue::add_wide(std::string name) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(clock_.now());
    const layout_spec spec{.name = "wide", .width = {.time = 41, .seq = 21}, .epoch = now - std::chrono::days{30}};
    wide_ = std::make_unique<scheme>("wide", std::vector{layout::make(spec, now).value()});
    return add(std::move(name), "custom", *wide_, wide_->types().front(), 0);
}

rest_catalogue& rest_catalogue::add_segment(std::string name, const std::vector<std::string>& tags) {
    auto made = std::make_unique<entry>();
    made->name = std::move(name);
    made->kind = "segment";
    for (const std::string& each : tags)
        made->streams.emplace(each, std::make_unique<counting_source>());
    entries_.push_back(std::move(made));
    return *this;
}

rest_catalogue& rest_catalogue::add_sharded(std::string name, sharded_generator* of) {
    auto made = std::make_unique<entry>();
    made->name = std::move(name);
    made->kind = "sharded";
    made->shards = of;
    made->streams.emplace("", std::make_unique<counting_source>(16'384));
    entries_.push_back(std::move(made));
    return *this;
}

rest_catalogue& rest_catalogue::add_scripted(std::string name, scripted_source::script says) {
    auto made = std::make_unique<entry>();
    made->name = std::move(name);
    made->kind = "custom";
    made->streams.emplace("", std::make_unique<scripted_source>(std::move(says)));
    entries_.push_back(std::move(made));
    return *this;
}

void rest_catalogue::set_ready(std::string_view name, bool ready, std::string why_not) {
    entry& of = *find(name);
    of.ready = ready;
    of.why_not = std::move(why_not);
}

void rest_catalogue::keep() {
    std::vector<std::shared_ptr<reservation>> all;
    for (const auto& [machine, held] : held_)
        all.push_back(held);
    keeper_ = std::make_unique<keeper>(std::move(all));
}

rest_catalogue::entry* rest_catalogue::find(std::string_view name) {
    const std::string_view wanted = name.empty() ? "default" : name;
    const auto found = std::ranges::find_if(entries_, [wanted](const auto& each) { return each->name == wanted; });
    return found == entries_.end() ? nullptr : found->get();
}

error rest_catalogue::unknown(std::string_view name) const {
    std::string known;
    for (const auto& each : entries_)
        known += (known.empty() ? "" : ", ") + each->name;
    return {errc::not_found, "there is no generator '" + std::string{name} + "'; there are " + known};
}

result<id_source*> rest_catalogue::stream(const stream_query& query) {
    entry* const of = find(query.generator);
    if (of == nullptr) return unknown(query.generator);
    const bool needs_tag = of->kind == "segment";
    const bool needs_app = of->kind == "sharded";
    if (query.tag.has_value() != needs_tag || query.app.has_value() != needs_app ||
        query.gate_pass.has_value() != needs_app)
        return error{errc::invalid_argument, "generator " + of->name + " is of kind " + of->kind + ", which needs " +
                                                 (needs_tag   ? "a tag"
                                                  : needs_app ? "an app and a gatePass"
                                                              : "no tag, app or gatePass")};
    if (of->time) return of->time.get();
    if (of->shards != nullptr) return of->shards->stream(*query.app, *query.gate_pass);
    const auto found = of->streams.find(query.tag.value_or(""));
    if (found == of->streams.end()) return error{errc::not_found, "there is no tag '" + std::string{*query.tag} + "'"};
    return found->second.get();
}

result<const time_generator*> rest_catalogue::time_based(std::string_view generator) {
    entry* const of = find(generator);
    if (of == nullptr) return unknown(generator);
    if (!of->time)
        return error{errc::invalid_argument,
                     "generator " + of->name + " is of kind " + of->kind + ", whose numbers hold no time"};
    return of->time.get();
}

result<segment_generator*> rest_catalogue::segments(std::string_view generator) {
    if (shown_ == nullptr) return catalogue::segments(generator);
    return shown_;
}

result<sharded_generator*> rest_catalogue::sharded(std::string_view generator) {
    entry* const of = find(generator);
    if (of == nullptr) return unknown(generator);
    if (of->shards == nullptr) return catalogue::sharded(generator);
    return of->shards;
}

std::vector<generator_status> rest_catalogue::status() {
    std::vector<generator_status> all;
    for (const auto& each : entries_) {
        generator_status one{.name = each->name, .kind = each->kind, .ready = each->ready, .why_not = each->why_not};
        if (each->time) {
            const layout& type = *each->time->spec().type;
            one.type = type.name();
            one.per_second = type.per_second();
            one.ends_at = type.end();
            one.reserved_until = each->held->mark();
            one.lead = each->time->lead();
            one.machines = each->time->machines();
        }
        if (each->shards != nullptr) one.apps = each->shards->status().apps;
        all.push_back(std::move(one));
    }
    return all;
}

} // namespace vesta::testing

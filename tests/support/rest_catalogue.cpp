#include "rest_catalogue.hpp"

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

/// A generator whose readiness a test may set.
class rest_catalogue::entry final : public named_generator {
  public:
    explicit entry(std::unique_ptr<named_generator> real)
        : named_generator{real->name(), real->kind()}, real_{std::move(real)} {}

    result<id_source*> stream(const stream_query& query) override { return real_->stream(query); }
    result<shaped_stream> shaped_stream_of(const stream_query& query) override {
        return real_->shaped_stream_of(query);
    }
    result<disclosure> explain_text(std::string_view text, std::optional<text_form> as) const override {
        return real_->explain_text(text, as);
    }
    result<const time_generator*> time_based() const override { return real_->time_based(); }
    result<segment_generator*> segments() override { return real_->segments(); }
    result<sharded_generator*> sharded() override { return real_->sharded(); }
    result<void> explains() const override { return real_->explains(); }
    result<disclosure> explain(id value) const override { return real_->explain(value); }

    generator_status status() const override {
        generator_status now = real_->status();
        if (!why_not_) return now;
        now.ready = why_not_->empty();
        now.why_not = *why_not_;
        return now;
    }

    std::optional<std::string> why_not_;

  private:
    const std::unique_ptr<named_generator> real_;
};

/// A generator of streams by tag, or of one under the empty tag.
class rest_catalogue::streams final : public named_generator {
  public:
    streams(std::string name, std::string kind, const rest_catalogue& in, sharded_generator* of = nullptr)
        : named_generator{std::move(name), std::move(kind)}, in_{in}, shards_{of} {}

    result<id_source*> stream(const stream_query& query) override {
        const bool needs_tag = kind() == "segment";
        const bool needs_app = kind() == "sharded";
        if (query.tag.has_value() != needs_tag || query.app.has_value() != needs_app ||
            query.gate_pass.has_value() != needs_app)
            return unsuited(needs_tag   ? "needs a tag"
                            : needs_app ? "needs an app and a gatePass"
                                        : "needs no tag, app or gatePass");
        if (shards_ != nullptr) return shards_->stream(*query.app, *query.gate_pass);
        const auto found = all.find(query.tag.value_or(""));
        if (found == all.end()) return error{errc::not_found, "there is no tag '" + std::string{*query.tag} + "'"};
        return found->second.get();
    }

    generator_status status() const override {
        generator_status now{.name = name(), .kind = kind(), .ready = true};
        if (shards_ != nullptr) now.apps = shards_->status().apps;
        return now;
    }

    result<segment_generator*> segments() override {
        if (in_.shown_ == nullptr) return named_generator::segments();
        return in_.shown_;
    }
    result<sharded_generator*> sharded() override {
        if (shards_ == nullptr) return named_generator::sharded();
        return shards_;
    }
    result<void> explains() const override {
        if (shards_ == nullptr) return named_generator::explains();
        return {};
    }
    result<disclosure> explain(id value) const override {
        return shards_->disclose(value).transform([](const sharded_disclosure& made) { return disclosure{made}; });
    }

    std::map<std::string, std::unique_ptr<id_source>, std::less<>> all;

  private:
    const rest_catalogue& in_;
    sharded_generator* const shards_;
};

rest_catalogue& rest_catalogue::add(std::unique_ptr<named_generator> real) {
    catalogue::add(std::make_shared<entry>(std::move(real)));
    return *this;
}

rest_catalogue& rest_catalogue::add(std::string name, std::string kind, const scheme& family, const layout& type,
                                    std::uint32_t machine) {
    const auto held = hold(machine);
    auto made = make({.family = &family, .type = &type, .method = gen_method::rest}, held);
    return add(std::make_unique<named_time_generator>(std::move(name), std::move(kind), std::move(made),
                                                      std::vector{held}, clock_));
}

std::shared_ptr<reservation> rest_catalogue::hold(std::uint32_t machine) {
    auto& held = held_[machine];
    if (!held) {
        held = std::make_shared<reservation>(marks_.take_over({machine}), reservation_policy{}, clock_);
        static_cast<void>(held->renew(true));
    }
    return held;
}

std::unique_ptr<time_generator> rest_catalogue::make(const time_generator_spec& spec,
                                                     std::shared_ptr<reservation> held) {
    return time_generator::make(spec, {std::move(held)}, clock_,
                                [this] {
                                    if (keeper_) keeper_->hurry();
                                })
        .value();
}

rest_catalogue& rest_catalogue::add_uuids(std::string name, uuid_kind kind) {
    const auto& family = *cores_.emplace_back(core_scheme(kind));
    const auto held = hold(1);
    auto made = make(
        {.family = &family, .type = family.types().data(), .method = gen_method::rest, .version = core_version}, held);
    return add(
        std::make_unique<named_uuid_generator>(std::move(name), kind, std::move(made), std::vector{held}, clock_));
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
    auto made = std::make_unique<streams>(std::move(name), "segment", *this);
    for (const std::string& each : tags)
        made->all.emplace(each, std::make_unique<counting_source>());
    return add(std::move(made));
}

rest_catalogue& rest_catalogue::add_sharded(std::string name, sharded_generator* of) {
    auto made = std::make_unique<streams>(std::move(name), "sharded", *this, of);
    made->all.emplace("", std::make_unique<counting_source>(16'384));
    return add(std::move(made));
}

rest_catalogue& rest_catalogue::add_scripted(std::string name, scripted_source::script says) {
    auto made = std::make_unique<streams>(std::move(name), "custom", *this);
    made->all.emplace("", std::make_unique<scripted_source>(std::move(says)));
    return add(std::move(made));
}

void rest_catalogue::set_ready(std::string_view name, bool ready, std::string why_not) {
    auto& of = dynamic_cast<entry&>(**find(name));
    of.why_not_ = ready ? std::string{} : std::move(why_not);
}

void rest_catalogue::keep() {
    std::vector<std::shared_ptr<reservation>> all;
    for (const auto& [machine, held] : held_)
        all.push_back(held);
    keeper_ = std::make_unique<keeper>(std::move(all));
}

} // namespace vesta::testing

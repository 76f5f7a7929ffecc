#include <vesta/catalogue/named_outward.hpp>

#include <mutex>
#include <utility>

namespace vesta {

result<void> check_made(const explanation& of, id outward, const outward_form& form, const wall_clock& clock) {
    constexpr std::chrono::days clocks_differ{1};
    if (of.at <= std::chrono::floor<std::chrono::milliseconds>(clock.now()) + clocks_differ) return {};
    return error{errc::invalid_argument, to_string(outward) + " is no outward ID of this generator: under key " +
                                             std::to_string(form.key_of(outward)) + " it would be of " +
                                             to_rfc3339(of.at) + "; it was made under another key, or made up"};
}

result<std::shared_ptr<named_generator>> named_outward::make(std::shared_ptr<named_generator> of, outward_shape shape,
                                                             const wall_clock& clock) {
    auto plain = outward_form::make(shape, {});
    if (!plain) return std::move(plain).error();
    std::shared_ptr<named_outward> made{new named_outward{std::move(of), std::move(shape), *std::move(plain), clock}};
    if (!made->of_->time_based()) return made;
    const auto below = made->of_->stream({});
    if (!below) return below.error();
    auto only = made->wrap(**below, {});
    if (!only) return std::move(only).error();
    made->only_ = *std::move(only);
    return made;
}

/// It has the permutation of the current key alone, since there may be as many of them as tags.
result<std::unique_ptr<outward_source>> named_outward::wrap(id_source& below, std::string_view tag) const {
    outward_shape leaving = shape_;
    leaving.keys = {*shape_.keys.find(shape_.current)};
    return outward_form::make(leaving, tag).transform([&below](outward_form form) {
        return std::make_unique<outward_source>(below, std::move(form));
    });
}

error named_outward::hidden() const {
    return unsuited("gives its IDs in outward form: only who has the key takes them apart, by `vesta explain`, or in a "
                    "program's own process");
}

result<id_source*> named_outward::stream(const stream_query& query) {
    const auto below = of_->stream(query);
    if (!below) return below;
    if (only_) return only_.get();
    {
        const std::shared_lock lock{guard_};
        if (const auto found = streams_.find(*below); found != streams_.end()) return found->second.get();
    }
    auto made = wrap(**below, query.tag.value_or(""));
    if (!made) return std::move(made).error();
    const std::unique_lock lock{guard_};
    return streams_.emplace(*below, *std::move(made)).first->second.get();
}

result<id> named_outward::inward(id value, const stream_query& of) const {
    const bool has_tags = !of_->time_based();
    if (of.tag.has_value() != has_tags) return unsuited(has_tags ? "needs a tag" : "takes no tag");
    if (!has_tags) return plain_.inward(value);
    return outward_form::make(shape_, *of.tag).and_then([value](const outward_form& form) {
        return form.inward(value);
    });
}

result<explanation> named_outward::reveal(id value) const {
    const auto told = inward(value, {}).and_then([this](id behind) { return of_->reveal(behind); });
    if (!told) return told;
    return check_made(*told, value, plain_, clock_).transform([&told] { return *told; });
}

result<disclosure> named_outward::reveal_text(std::string_view text, std::optional<text_form> as) const {
    return (as ? parse_text(text, *as) : parse_any_text(text)).and_then([this](id value) {
        return reveal(value).transform([](const explanation& made) { return disclosure{made}; });
    });
}

} // namespace vesta

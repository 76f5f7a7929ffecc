#include <vesta/catalogue/named_outward.hpp>

#include <mutex>
#include <utility>

namespace vesta {

result<std::shared_ptr<named_generator>> named_outward::make(std::shared_ptr<named_generator> of, outward_shape shape) {
    if (auto good = outward_form::make(shape, {}); !good) return std::move(good).error();
    return std::shared_ptr<named_generator>{new named_outward{std::move(of), std::move(shape)}};
}

error named_outward::hidden() const {
    return unsuited("gives its IDs in outward form: only who has the key takes them apart, by `vesta explain`, or in a "
                    "program's own process");
}

result<id_source*> named_outward::stream(const stream_query& query) {
    const auto below = of_->stream(query);
    if (!below) return below;
    {
        const std::shared_lock lock{guard_};
        if (const auto found = streams_.find(*below); found != streams_.end()) return found->second.get();
    }
    auto form = outward_form::make(shape_, query.tag.value_or(""));
    if (!form) return std::move(form).error();
    auto made = std::make_unique<outward_source>(**below, *std::move(form));
    const std::unique_lock lock{guard_};
    return streams_.emplace(*below, std::move(made)).first->second.get();
}

result<id> named_outward::inward(id value, const stream_query& of) const {
    const bool has_tags = !of_->time_based();
    if (of.tag.has_value() != has_tags) return unsuited(has_tags ? "needs a tag" : "takes no tag");
    return outward_form::make(shape_, of.tag.value_or("")).and_then([value](const outward_form& form) {
        return form.inward(value);
    });
}

result<explanation> named_outward::reveal(id value) const {
    return inward(value, {}).and_then([this](id behind) { return of_->reveal(behind); });
}

result<disclosure> named_outward::reveal_text(std::string_view text, std::optional<text_form> as) const {
    return (as ? parse_text(text, *as) : parse_any_text(text)).and_then([this](id value) {
        return reveal(value).transform([](const explanation& made) { return disclosure{made}; });
    });
}

} // namespace vesta

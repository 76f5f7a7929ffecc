#include "base64.hpp"
#include "links.hpp"

#include <vesta/base/quote.hpp>

#include <boost/json/array.hpp>

#include <utility>

namespace vesta::etcd {
namespace {

namespace json = boost::json;

constexpr int keys_at_a_time = 1000;

/// The first key behind all that begin with @p prefix, which ends in a slash.
std::string end_of(std::string prefix) {
    ++prefix.back();
    return prefix;
}

/// Whether keys of @p prefix follow each other from @p from on: what does not might be listed for ever.
result<void> in_order(const std::vector<key_value>& page, const std::string& prefix, std::string from) {
    for (const key_value& each : page) {
        if (!each.key.starts_with(prefix) || each.key < from)
            return unavailable("the keys " + prefix + " are listed with " + in_quotes(each.key) +
                               ", which is none of them, or out of order");
        from = each.key + '\0';
    }
    return {};
}

} // namespace

session::session(options with) : links_{std::make_unique<links>(std::move(with))} {}

session::~session() = default;

const options& session::to() const noexcept {
    return links_->to();
}

std::string session::path(const std::string& key) const {
    return links_->path(key);
}

result<moment> session::look() {
    return links_->with_patience([this](link& on) { return links_->look(on); });
}

result<unix_ms> session::now() {
    if (const auto told = links_->told_now()) return *told;
    auto seen = look();
    if (!seen) return std::move(seen).error();
    return seen->at;
}

result<std::string> session::known_reign() {
    if (auto known = links_->reign_text(); !known.empty()) return known;
    return look().transform([](moment seen) { return std::move(seen.reign); });
}

result<key_value> session::get(const std::string& path) {
    return links_->with_patience([&](link& on) { return links_->get(on, path); });
}

result<std::vector<key_value>> session::list(const std::string& prefix) {
    std::vector<key_value> all;
    const json::string end{to_base64(end_of(prefix))};
    std::string from = prefix;
    for (bool more = true; more;) {
        auto page = links_->with_patience([&](link& on) {
            return links_->range(
                on, {{"key", to_base64(from)}, {"range_end", end}, {"limit", std::to_string(keys_at_a_time)}});
        });
        if (!page) return std::move(page).error();
        more = page->size() == keys_at_a_time;
        if (auto good = in_order(*page, prefix, from); !good) return std::move(good).error();
        if (more) from = page->back().key + '\0';
        std::ranges::move(*page, std::back_inserter(all));
    }
    return all;
}

result<std::optional<change_done>> session::put(const change& wanted) {
    return links_->with([&](link& on) { return links_->put(on, wanted); });
}

} // namespace vesta::etcd

// The calls on one connection.
#include "base64.hpp"
#include "links.hpp"

#include <boost/json/array.hpp>

#include <algorithm>

namespace vesta::etcd {
namespace {

namespace json = boost::json;

constexpr int attempts_to_reign = 4;

/// Nothing where it is none of etcd's: an existing key has a revision.
std::optional<key_value> read_pair(const json::value& from) {
    const auto* const pair = from.if_object();
    if (pair == nullptr) return std::nullopt;
    auto key = from_base64(text_at(*pair, "key"));
    auto value = from_base64(text_at(*pair, "value"));
    const auto revision = number_at(*pair, "mod_revision");
    if (!key || !value || revision <= 0) return std::nullopt;
    return key_value{*std::move(key), *std::move(value), revision};
}

result<std::vector<key_value>> read_pairs(const answer& of) {
    std::vector<key_value> all;
    const auto* const pairs = of.content.if_contains("kvs");
    if (pairs == nullptr) return all;
    const error unreadable{errc::store_unavailable, "its answer has a key that cannot be read"};
    if (!pairs->is_array()) return unreadable;
    for (const auto& each : pairs->get_array()) {
        auto pair = read_pair(each);
        if (!pair) return unreadable;
        all.push_back(*std::move(pair));
    }
    return all;
}

json::object equal(const std::string& key, std::string_view target, std::string_view what, const std::string& value) {
    return {{"key", to_base64(key)}, {"target", target}, {"result", "EQUAL"}, {what, value}};
}

/// A transaction that writes if the comparisons hold.
json::object as_transaction(const change& of, const std::string& reign_path) {
    json::array all;
    if (!of.over_any) all.push_back(equal(of.key, "MOD", "mod_revision", std::to_string(of.revision)));
    if (of.reign) all.push_back(equal(reign_path, "VALUE", "value", to_base64(*of.reign)));
    const json::object put{{"request_put", {{"key", to_base64(of.key)}, {"value", to_base64(of.value)}}}};
    return {{"compare", std::move(all)}, {"success", json::array{put}}};
}

std::optional<change_done> read_done(const answer& of) {
    const auto* const done = of.content.if_contains("succeeded");
    if (done == nullptr || !done->is_bool() || !done->get_bool()) return std::nullopt;
    return change_done{of.revision(), of.at};
}

} // namespace

result<std::vector<key_value>> session::links::range(link& on, const json::object& of) {
    const auto got = ask_on(on, "kv/range", of);
    if (!got) return got.error();
    auto pairs = read_pairs(*got);
    if (!pairs) return trouble(on.on->to(), pairs.error());
    const bool went_back = std::ranges::any_of(
        *pairs, [&](const key_value& each) { return watch_.went_back(each.key, each.revision, got->revision()); });
    if (went_back)
        return trouble(on.on->to(), {errc::store_unavailable, "its data went back: a key is older than it was"});
    return pairs;
}

result<key_value> session::links::get(link& on, const std::string& path) {
    auto found = range(on, {{"key", to_base64(path)}});
    if (!found) return std::move(found).error();
    if (found->empty()) return key_value{.key = path};
    if (found->front().key != path)
        return trouble(on.on->to(), {errc::store_unavailable, "it answers with another key than " + path});
    watch_.note(path, found->front().revision);
    return std::move(found->front());
}

result<std::optional<change_done>> session::links::put(link& on, const change& wanted) {
    auto done = ask_on(on, "kv/txn", as_transaction(wanted, path("reign"))).transform(read_done);
    if (done && *done) watch_.note(wanted.key, (*done)->revision);
    return done;
}

// A cluster that was restored under another ID says so itself. One that has its former ID is found out by a session
// that saw a later revision, of all or of a key, unless another did so before, and ended the reign that this one knew.
result<moment> session::links::look(link& on) {
    const std::string at = path("reign");
    const auto before = watch_.known();
    for (int attempt = 0; attempt < attempts_to_reign; ++attempt) {
        const auto got = ask(on, "kv/range", {{"key", to_base64(at)}});
        if (!got) return got.error();
        const auto pairs = read_pairs(*got);
        if (!pairs) return trouble(on.on->to(), pairs.error());
        const key_value found = pairs->empty() ? key_value{.key = at} : pairs->front();
        const auto now = reign::read(found.value);
        if (now && now->holder == got->cluster() && !before.has_ended(got->told(), *now)) {
            watch_.remember(got->told(), *now);
            return moment{got->at, now->text};
        }
        const auto next = reign::begin(std::max(now ? now->number : 0, before.during.number) + 1, got->cluster());
        const change begins{.key = at, .value = next.text, .revision = found.revision};
        if (auto begun = ask(on, "kv/txn", as_transaction(begins, at)); !begun) return std::move(begun).error();
    }
    return trouble(on.on->to(), {errc::store_unavailable, "the key " + at + " is changed by others"});
}

} // namespace vesta::etcd

#include "machine_objects.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/http/json_members.hpp>
#include <vesta/kubernetes/lease_objects.hpp>

#include <boost/json/array.hpp>

#include <algorithm>

namespace vesta::kubernetes {
namespace {

namespace json = boost::json;

constexpr int objects_at_a_time = 500;
constexpr int attempts_to_list = 3;
constexpr int calls_to_list = 10; // the limit for all pages, in limits of one
constexpr int attempts_to_overwrite = 4;
constexpr int attempts_to_reign = 8;
constexpr const char* reign_name = "reign";

/// For a query: all but letters, digits and -._~ as %XX (RFC 3986).
std::string escaped(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
    std::string made;
    for (const char each : text) {
        const auto byte = static_cast<unsigned char>(each);
        if (plain.find(each) != std::string_view::npos)
            made += each;
        else
            made.append({'%', digits[byte >> 4], digits[byte & 15]});
    }
    return made;
}

std::optional<listing> read_listing(const reply& of) {
    const auto* const about = http::object_at(of.content, "metadata");
    const auto* const items = of.content.if_contains("items");
    if (about == nullptr || items == nullptr || !items->is_array()) return std::nullopt;
    listing made{.objects = {},
                 .next = std::string{http::text_at(*about, "continue")},
                 .revision = read_number<std::int64_t>(http::text_at(*about, "resourceVersion")).value_or(0),
                 .at = of.at};
    for (const auto& each : items->get_array()) {
        auto read = read_object(each);
        if (!read) return std::nullopt;
        made.objects.push_back(*std::move(read));
    }
    return made.revision > 0 ? std::optional{std::move(made)} : std::nullopt;
}

/// Whether the names of @p page follow @p last and each other: what does not might be listed for ever.
bool goes_on(const listing& page, std::string_view last) {
    for (const lease_object& each : page.objects) {
        if (each.name <= last) return false;
        last = each.name;
    }
    return page.next.empty() || !page.objects.empty();
}

} // namespace

lease_objects::lease_objects(options with) : http::lease_records{std::make_unique<machine_objects>(std::move(with))} {}

std::string machine_objects::where() const {
    return "leases " + object_named("") + " of namespace " + api_.to().space + " (" + api_.to().name + ")";
}

error machine_objects::changed_by_others(const std::string& record) const {
    return api_.trouble(http::unavailable("the object " + object_named(record) + " is changed by others"));
}

// ---- reading

result<std::optional<listing>> machine_objects::ask_for(const std::string& query) {
    const auto got = api_.ask({.method = "GET", .path = query, .content = {}});
    if (!got) return got.error();
    if (got->status == 410) return std::optional<listing>{};
    auto read = got->good() ? read_listing(*got) : std::nullopt;
    if (!read)
        return api_.trouble(http::unavailable("its answer, of status " + std::to_string(got->status) +
                                              ", is no list of Lease objects of coordination.k8s.io/v1"));
    return read;
}

result<listing> machine_objects::find(const std::string& name) {
    auto got = ask_for("?fieldSelector=" + escaped("metadata.name=" + name));
    if (!got) return std::move(got).error();
    const bool is_it = *got && (*got)->objects.size() <= 1 &&
                       std::ranges::all_of((*got)->objects, [&](const auto& each) { return each.name == name; });
    if (!is_it) return api_.trouble(http::unavailable("it answers with another object than " + name));
    return **std::move(got);
}

// Only a look tells whose the data is.
result<void> machine_objects::accept(const listing& got, const reign_watch::knowledge& before) {
    const store_answer told{before.during.holder, got.revision, got.at};
    const bool went_back = before.is_newer_than(told) || std::ranges::any_of(got.objects, [&](const auto& each) {
                               return watch_.went_back(each.name, each.revision, got.revision);
                           });
    if (!went_back) {
        watch_.hear(told);
        return {};
    }
    if (auto ended = look(); !ended) return std::move(ended).error();
    return api_.trouble(http::unavailable("its data went back, and a new reign has begun; try again"));
}

// All pages are of the moment of the first, which alone tells the revision of that.
result<std::optional<std::vector<lease_object>>> machine_objects::list_once() {
    const std::string query = "?limit=" + std::to_string(objects_at_a_time) +
                              "&labelSelector=" + escaped(std::string{fleet_label} + "=" + fleet());
    const auto before = watch_.known();
    const auto until = std::chrono::steady_clock::now() + calls_to_list * api_.to().call_timeout;
    std::vector<lease_object> all;
    std::string next;
    std::int64_t revision = 0;
    do {
        auto page = ask_for(query + (next.empty() ? "" : "&continue=" + escaped(next)));
        if (!page) return std::move(page).error();
        if (!*page) return std::optional<std::vector<lease_object>>{};
        if (revision == 0) revision = (*page)->revision;
        (*page)->revision = revision;
        if (auto good = accept(**page, before); !good) return std::move(good).error();
        if (!goes_on(**page, all.empty() ? "" : all.back().name))
            return api_.trouble(http::unavailable("its list is out of order, or has a page without an object"));
        next = std::move((*page)->next);
        std::ranges::move((*page)->objects, std::back_inserter(all));
        if (!next.empty() && std::chrono::steady_clock::now() >= until)
            return api_.trouble(
                http::unavailable("its list of " + std::to_string(all.size()) + " objects and more takes too long"));
    } while (!next.empty());
    return std::optional{std::move(all)};
}

result<std::vector<http::record>> machine_objects::list() {
    for (int attempt = 0; attempt < attempts_to_list; ++attempt) {
        auto found = list_once();
        if (!found) return std::move(found).error();
        if (!*found) continue;
        std::vector<http::record> all;
        for (lease_object& each : **found)
            if (each.name.starts_with(object_named("")))
                all.push_back({each.name.substr(fleet().size() + 1), std::move(each.record), each.revision});
        return all;
    }
    return api_.trouble(http::unavailable("its lists are too old before they are read to their end"));
}

result<http::record> machine_objects::get(const std::string& name) {
    const auto before = watch_.known();
    auto found = find(object_named(name));
    if (!found) return std::move(found).error();
    if (auto good = accept(*found, before); !good) return std::move(good).error();
    if (found->objects.empty()) return http::record{.name = name};
    lease_object& only = found->objects.front();
    watch_.note(only.name, only.revision);
    return http::record{name, std::move(only.record), only.revision};
}

// ---- writing

result<std::optional<lease_write>> machine_objects::send(const call& what) {
    const auto got = api_.ask(what);
    if (!got) return got.error();
    if (!got->good()) return std::optional<lease_write>{};
    const auto made = read_object(got->content);
    if (!made) return api_.trouble(http::unavailable("its answer to a write is no Lease object"));
    watch_.note(made->name, made->revision);
    watch_.hear({watch_.known().during.holder, made->revision, got->at});
    return std::optional{lease_write{made->revision, got->at}};
}

result<std::optional<lease_write>> machine_objects::create(json::object metadata, json::object spec) {
    json::object made{{"apiVersion", "coordination.k8s.io/v1"}, {"kind", "Lease"}};
    made["metadata"] = std::move(metadata);
    made["spec"] = std::move(spec);
    return send({.method = "POST", .path = "", .content = std::move(made)});
}

result<std::optional<lease_write>> machine_objects::patch(const std::string& name, json::object metadata,
                                                          json::object spec) {
    json::object made;
    made["metadata"] = std::move(metadata);
    if (!spec.empty()) made["spec"] = std::move(spec);
    return send({.method = "PATCH", .path = "/" + name, .content = std::move(made)});
}

result<std::optional<lease_write>> machine_objects::write(const http::record_change& wanted, std::int64_t over) {
    const std::string name = object_named(wanted.to.name);
    const auto time = now();
    if (!time) return time.error();
    auto about = metadata_of(name, fleet(), over, record_annotation, wanted.to.text);
    if (over == 0) return create(std::move(about), spec_of(wanted, *time));
    return patch(name, std::move(about), spec_of(wanted, *time));
}

// Over what was just read: a write that named no version might be carried out after its caller gave up, over what
// others have written since.
result<std::optional<lease_write>> machine_objects::overwrite(const http::record_change& wanted) {
    for (int attempt = 0; attempt < attempts_to_overwrite; ++attempt) {
        const auto found = get(wanted.to.name);
        if (!found) return found.error();
        auto done = write(wanted, found->revision);
        if (!done || *done) return done;
    }
    return changed_by_others(wanted.to.name);
}

/// No write of the API names two objects. So the reign is looked at afterwards: had it ended before the write, or
/// since, the write does not count. What it left is a row of a former reign, for which everybody waits.
result<std::optional<lease_write>> machine_objects::put(const http::record_change& wanted) {
    const std::optional<lease_write> nothing;
    if (watch_.known().during.text != wanted.reign) {
        const auto good = is_reign(wanted.reign);
        if (!good) return good.error();
        if (!*good) return nothing;
    }
    auto done = wanted.over_any ? overwrite(wanted) : write(wanted, wanted.to.revision);
    if (!done || !*done) return done;
    const auto good = is_reign(wanted.reign);
    if (!good) return good.error();
    return *good ? *done : nothing;
}

// ---- the reign

result<bool> machine_objects::is_reign(const std::string& wanted) {
    return look().transform([&](const store_moment& seen) { return seen.server == wanted; });
}

result<unix_ms> machine_objects::now() {
    if (const auto told = watch_.told_now()) return *told;
    return look().transform([](const store_moment& seen) { return seen.at; });
}

// The first of an object is numbered by the cluster's revision, so that it is above those of objects before it, also
// where nobody knows them any more.
result<void> machine_objects::begin_reign(const listing& found, const reign_watch::knowledge& before) {
    const std::string name = object_named(reign_name);
    if (found.objects.empty()) return create(metadata_of(name, fleet(), 0, {}, {}), {}).without_value();
    const lease_object& at = found.objects.front();
    const auto former = reign::read(at.reign);
    const std::uint64_t last = former ? former->number : static_cast<std::uint64_t>(at.revision);
    const auto next = reign::begin(std::max(last, before.during.number) + 1, at.uid);
    return patch(name, metadata_of(name, fleet(), at.revision, reign_annotation, next.text), {}).without_value();
}

// An object that was copied, or restored as another one, has another uid than the reign names. One that is as it was is
// found out by a process that saw a later revision, of all or of an object, unless another one did so before, and ended
// the reign that this one knew.
result<store_moment> machine_objects::look() {
    const auto before = watch_.known();
    for (int attempt = 0; attempt < attempts_to_reign; ++attempt) {
        const auto found = find(object_named(reign_name));
        if (!found) return found.error();
        const auto now = found->objects.empty() ? std::nullopt : reign::read(found->objects.front().reign);
        const store_answer told{found->objects.empty() ? "" : found->objects.front().uid, found->revision, found->at};
        if (now && now->holder == told.holder && !before.has_ended(told, *now)) {
            watch_.remember(told, *now);
            return store_moment{told.at, now->text};
        }
        if (auto begun = begin_reign(*found, before); !begun) return std::move(begun).error();
    }
    return changed_by_others(reign_name);
}

} // namespace vesta::kubernetes

#include "calls.hpp"

#include <utility>

namespace {

using namespace vesta::embed::c_abi;
using vesta::errc;
using vesta::error;

template <class Open>
vesta_ids* opened(Open open, const char* what) noexcept {
    vesta_ids* made = nullptr;
    guarded([&]() -> vesta::result<void> {
        if (what == nullptr) return error{errc::invalid_argument, "the settings are NULL"};
        auto service = open(what);
        if (!service) return std::move(service).error();
        made = new vesta_ids{std::make_shared<vesta::embed::service>(*std::move(service))};
        return {};
    });
    return made;
}

int fill(vesta_ids* ids, const vesta::stream_query& query, int64_t* out, size_t count) noexcept {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(ids != nullptr && (out != nullptr || count == 0), "ids or out is NULL"); !given)
            return given;
        auto found = ids->service->get(query);
        if (!found) return std::move(found).error();
        return generate(*found, out, count);
    });
}

/// The sharded generator of that name; the first there is where the name is empty.
vesta::result<vesta::sharded_generator*> find_sharded(vesta_ids& ids, std::string_view name) {
    const auto& all = ids.service->opened().published(vesta::gen_method::embedded);
    if (!name.empty()) return all.find(name).and_then([](auto* of) { return of->sharded(); });
    if (auto* const first = all.first_of("sharded")) return first->sharded();
    return error{errc::not_found, "there is no generator of kind sharded"};
}

} // namespace

extern "C" {

vesta_ids* vesta_open(const char* settings_file) {
    return opened([](const char* file) { return vesta::embed::service::open(file); }, settings_file);
}

vesta_ids* vesta_open_text(const char* yaml) {
    return opened([](const char* given) { return vesta::embed::service::open_text(given); }, yaml);
}

int vesta_close(vesta_ids* ids) {
    if (ids == nullptr) return VESTA_OK;
    const int closed = guarded([&] { return ids->service->close(); });
    delete ids;
    return closed;
}

int vesta_next(vesta_ids* ids, const char* generator, int64_t* out) {
    return vesta_next_many(ids, generator, out, 1);
}

int vesta_next_many(vesta_ids* ids, const char* generator, int64_t* out, size_t count) {
    return fill(ids, {.generator = text(generator)}, out, count);
}

int vesta_next_of_tag(vesta_ids* ids, const char* generator, const char* tag, int64_t* out, size_t count) {
    return fill(ids, {.generator = text(generator), .tag = text(tag)}, out, count);
}

int vesta_next_of_app(vesta_ids* ids, const char* generator, int64_t app, const char* gate_pass, int64_t* out,
                      size_t count) {
    return fill(ids, {.generator = text(generator), .app = app, .gate_pass = text(gate_pass)}, out, count);
}

int vesta_range_of_tag(vesta_ids* ids, const char* generator, const char* tag, uint64_t count, vesta_range* out) {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(ids != nullptr && out != nullptr, "ids or out is NULL"); !given) return given;
        vesta::stream_query query{.generator = text(generator)};
        if (tag != nullptr) query.tag = tag;
        auto found = ids->service->get(query);
        if (!found) return std::move(found).error();
        return reserve(*found, count, *out);
    });
}

int vesta_explain(vesta_ids* ids, const char* generator, int64_t id, vesta_fields* out) {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(ids != nullptr && out != nullptr, "ids or out is NULL"); !given) return given;
        auto found = ids->service->get(text(generator));
        if (!found) return std::move(found).error();
        auto explained = found->explain({id});
        if (!explained) return std::move(explained).error();
        const auto& parts = explained->parts;
        *out = {parts.version,
                parts.type,
                parts.gen_method,
                parts.machine,
                parts.time,
                parts.seq,
                explained->at.time_since_epoch().count()};
        return {};
    });
}

int vesta_inward(vesta_ids* ids, const char* generator, const char* tag, int64_t id, int64_t* out) {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(ids != nullptr && out != nullptr, "ids or out is NULL"); !given) return given;
        vesta::stream_query query{.generator = text(generator)};
        if (tag != nullptr) query.tag = tag;
        const auto behind = ids->service->inward(query, {id});
        if (!behind) return behind.error();
        *out = behind->value;
        return {};
    });
}

int vesta_explain_sharded(vesta_ids* ids, const char* generator, int64_t id, vesta_sharded_fields* out) {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(ids != nullptr && out != nullptr, "ids or out is NULL"); !given) return given;
        auto explained = find_sharded(*ids, text(generator)).and_then([&](auto* of) { return of->explain({id}); });
        if (!explained) return std::move(explained).error();
        const auto& parts = explained->parts;
        *out = {parts.app.value, parts.shard.value, parts.next, explained->number};
        return {};
    });
}

int vesta_make(vesta_ids* ids, const char* generator, const vesta_fields* parts, int64_t* out) {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(ids != nullptr && parts != nullptr && out != nullptr, "ids, parts or out is NULL");
            !given)
            return given;
        auto found = ids->service->get(text(generator));
        if (!found) return std::move(found).error();
        auto made =
            found->make({parts->version, parts->type, parts->gen_method, parts->machine, parts->time, parts->seq});
        if (!made) return std::move(made).error();
        *out = made->value;
        return {};
    });
}

} // extern "C"

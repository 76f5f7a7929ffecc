#include "calls.hpp"

namespace vesta::embed::c_abi {

/// What a handle stands for.
struct found_source {
    std::shared_ptr<vesta::embed::service> of;
    vesta::embed::generator from;
};

} // namespace vesta::embed::c_abi

struct vesta_generator : vesta::embed::c_abi::found_source {};
struct vesta_tag : vesta::embed::c_abi::found_source {};

namespace {

using namespace vesta::embed::c_abi;
using vesta::errc;

template <class Handle>
Handle* find(vesta_ids* ids, const vesta::stream_query& query) noexcept {
    Handle* made = nullptr;
    guarded([&]() -> vesta::result<void> {
        if (auto given = require(ids != nullptr, "ids is NULL"); !given) return given;
        auto source = ids->service->get(query);
        if (!source) return std::move(source).error();
        made = new Handle{{ids->service, *source}};
        return {};
    });
    return made;
}

int next(found_source* of, int64_t* out) noexcept {
    if (of == nullptr || out == nullptr) return fail({errc::invalid_argument, "the handle or out is NULL"});
    return guarded([&] { return generate(of->from, out, 1); });
}

int next_many(found_source* of, int64_t* out, size_t count) noexcept {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(of != nullptr && (out != nullptr || count == 0), "the handle or out is NULL"); !given)
            return given;
        return generate(of->from, out, count);
    });
}

int range(found_source* of, uint64_t count, vesta_range* out) noexcept {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(of != nullptr && out != nullptr, "the handle or out is NULL"); !given) return given;
        return reserve(of->from, count, *out);
    });
}

} // namespace

extern "C" {

vesta_generator* vesta_generator_open(vesta_ids* ids, const char* generator) {
    return find<vesta_generator>(ids, {.generator = text(generator)});
}

vesta_tag* vesta_tag_open(vesta_ids* ids, const char* generator, const char* tag) {
    return find<vesta_tag>(ids, {.generator = text(generator), .tag = text(tag)});
}

vesta_tag* vesta_tag_open_app(vesta_ids* ids, const char* generator, int64_t app, const char* gate_pass) {
    return find<vesta_tag>(ids, {.generator = text(generator), .app = app, .gate_pass = text(gate_pass)});
}

void vesta_generator_close(vesta_generator* of) {
    delete of;
}

void vesta_tag_close(vesta_tag* of) {
    delete of;
}

int vesta_generator_next(vesta_generator* of, int64_t* out) {
    return next(of, out);
}

int vesta_generator_next_many(vesta_generator* of, int64_t* out, size_t count) {
    return next_many(of, out, count);
}

int vesta_generator_range(vesta_generator* of, uint64_t count, vesta_range* out) {
    return range(of, count, out);
}

int vesta_generator_next_uuids(vesta_generator* of, vesta_uuid* out, size_t count) {
    return guarded([&]() -> vesta::result<void> {
        if (auto given = require(of != nullptr && (out != nullptr || count == 0), "the handle or out is NULL"); !given)
            return given;
        return generate(of->from, out, count);
    });
}

int vesta_tag_next(vesta_tag* of, int64_t* out) {
    return next(of, out);
}

int vesta_tag_next_many(vesta_tag* of, int64_t* out, size_t count) {
    return next_many(of, out, count);
}

int vesta_tag_range(vesta_tag* of, uint64_t count, vesta_range* out) {
    return range(of, count, out);
}

} // extern "C"

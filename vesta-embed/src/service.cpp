#include <vesta/catalogue/named_gapless.hpp>
#include <vesta/embed/vesta.hpp>
#include <vesta/source/waiting.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace vesta::embed {
namespace {

// A machine ID whose last owner a store may have forgotten is quarantined for two seconds before any of its time can be
// reserved (decision 0006): callers in the process wait that out with some room, rather than fail at its very end.
constexpr std::chrono::seconds patience{5};

/// In place of a source whose values are of another size than those asked for.
class other_size final : public id_source {
  public:
    explicit other_size(const char* what) : what_{what} {}
    grant try_generate(std::span<id>) noexcept override { return {0, std::chrono::nanoseconds{0}, refused}; }
    range_grant try_range(std::uint64_t) noexcept override { return {{}, std::chrono::nanoseconds{0}, refused}; }
    error explain_refusal(errc why) const override { return {why, what_}; }

  private:
    static constexpr errc refused = errc::invalid_argument;
    const char* what_;
};

id_source& no_ids_of_64_bits() {
    static other_size refusing{"this generator makes IDs of 128 bits: take them as UUIDs, as text or as 16 bytes"};
    return refusing;
}

id_source& no_ids_of_128_bits() {
    static other_size refusing{"this generator makes IDs of 64 bits; kinds uuid7 and ulid make UUIDs"};
    return refusing;
}

} // namespace

generator::generator(const shaped_stream& stream, const named_generator& of, const wall_clock& clock)
    : source_{stream.kind ? &no_ids_of_64_bits() : stream.source},
      cores_{stream.kind ? stream.source : &no_ids_of_128_bits()}, kind_{stream.kind}, of_{&of}, clock_{&clock} {}

result<uuid> generator::generate_uuid() {
    uuid made;
    if (auto done = generate({&made, 1}); !done) return std::move(done).error();
    return made;
}

result<void> generator::generate(std::span<uuid> out) {
    std::array<id, 256> room;
    while (!out.empty()) {
        const auto cores = std::span{room}.first(std::min(room.size(), out.size()));
        if (auto done = generate_all(*cores_, cores, *clock_, patience); !done) return done;
        std::ranges::transform(cores, out.begin(), [this](id core) { return compose(*kind_, core); });
        out = out.subspan(cores.size());
    }
    return {};
}

result<id> generator::generate() {
    id made;
    if (auto done = generate_all(*source_, {&made, 1}, *clock_, patience); !done) return std::move(done).error();
    return made;
}

result<void> generator::generate(std::span<id> out) {
    return generate_all(*source_, out, *clock_, patience);
}

result<id_range> generator::range(std::uint64_t count) {
    return generate_range(*source_, count, *clock_, patience);
}

result<explanation> generator::explain(id value) const {
    return of_->reveal(value);
}

result<id> generator::make(const fields& parts) const {
    return of_->make_id(parts);
}

result<unix_ms> generator::to_time(std::uint64_t time) const {
    return of_->to_time(time);
}

service::service(std::unique_ptr<instance> opened, const open_options& options)
    : opened_{std::move(opened)}, method_{options.methods.front()}, clock_{options.clock}, default_{get("")} {}

result<service> service::open_settings(const result<settings>& read, const open_options& options) {
    if (!read) return read.error();
    auto opened = instance::open(*read, options);
    if (!opened) return std::move(opened).error();
    return service{*std::move(opened), options};
}

result<service> service::open(const std::filesystem::path& settings_file, const open_options& options) {
    return open_settings(load_settings(settings_file), options);
}

result<service> service::open_text(std::string_view yaml, const open_options& options) {
    return open_settings(parse_settings(yaml, "settings"), options);
}

result<id> service::generate() {
    if (!default_) return default_.error();
    return default_->generate();
}

result<void> service::generate(std::span<id> out) {
    if (!default_) return default_.error();
    return default_->generate(out);
}

result<generator> service::get(std::string_view name) const {
    return get(stream_query{.generator = name});
}

result<id> service::inward(const stream_query& query, id outward) const {
    return opened_->published(method_).find(query.generator).and_then([&](const named_generator* of) {
        return of->inward(outward, query);
    });
}

number_outcome service::take_number(const stream_query& query, std::string_view key) const {
    const auto of = gapless(query.generator);
    if (!of) return {.why = of.error()};
    return (*of)->take({std::string{query.tag.value_or("")}, std::string{key}});
}

result<gapless_generator*> service::gapless(std::string_view name) const {
    return opened_->published(method_).find(name).and_then(gapless_of);
}

result<formatted_numbers*> service::formatted_of(const stream_query& query) const {
    if (!query.tag) return error{errc::invalid_argument, "formatted numbers need a tag"};
    return opened_->published(method_).find(query.generator).and_then([](named_generator* of) {
        return of->formatted();
    });
}

result<std::vector<std::string>> service::formatted(const stream_query& query, std::size_t count) const {
    const auto of = formatted_of(query);
    if (!of) return of.error();
    const auto call = (*of)->begin(*query.tag);
    if (!call) return call.error();
    std::vector<id> numbers(count);
    if (auto done = generate_all(call->source(), numbers, *clock_, patience); !done) return std::move(done).error();
    return call->texts(numbers);
}

result<number_reading> service::read_formatted(const stream_query& query, std::string_view text) const {
    return formatted_of(query).and_then([&](const formatted_numbers* of) { return of->read(*query.tag, text); });
}

result<number_preview> service::preview_formatted(const stream_query& query) const {
    return formatted_of(query).and_then([&](const formatted_numbers* of) { return of->preview(*query.tag); });
}

result<generator> service::get(const stream_query& query) const {
    return opened_->published(method_).find(query.generator).and_then([&](named_generator* of) {
        return of->shaped_stream_of(query).transform(
            [&](const shaped_stream& found) { return generator{found, *of, *clock_}; });
    });
}

} // namespace vesta::embed

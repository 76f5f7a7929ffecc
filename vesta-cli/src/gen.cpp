#include "command.hpp"
#include "ending/stop_signal.hpp"
#include "output.hpp"
#include "remote.hpp"

#include <vesta/embed/tags.hpp>
#include <vesta/embed/vesta.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace vesta::cli {
namespace {

struct gen_options {
    std::uint64_t count = 1;
    std::string generator;
    std::optional<std::string> tag;
    std::optional<std::int64_t> app;
    std::optional<std::string> gate_pass;
    id_style style;
    bool formatted = false;
    remote_options remote;
};

/// Fills all of its argument, unless a signal cuts it short.
template <class Id>
using filler = std::function<result<void>(std::span<Id>)>;

stream_query query_of(const gen_options& of) {
    stream_query query{.generator = of.generator, .app = of.app};
    if (of.tag) query.tag = *of.tag;
    if (of.gate_pass) query.gate_pass = *of.gate_pass;
    return query;
}

/// The first ID goes out alone, then ever larger batches: quick at first, fast in the end.
template <class Id>
result<void> print(const filler<Id>& fill, const gen_options& options, std::optional<uuid_kind> kind,
                   const stop_signal& stop) {
    constexpr std::size_t largest_batch = 8192;
    const auto shape = shape_for(kind, options.style.as, options.style.prefix);
    if (!shape) return shape.error();
    id_output out{options.count, {shape->as, options.style.prefix, options.style.json}, stop};
    std::vector<Id> batch;
    std::size_t next_size = 1;
    for (std::uint64_t left = options.count; left > 0 && stop.received() == 0; left -= batch.size()) {
        batch.resize(std::min<std::uint64_t>(left, next_size));
        next_size = std::min(next_size * 4, largest_batch);
        auto filled = fill(batch);
        if (stop.received() != 0) return {}; // its rest was cut short, so its IDs may not go out yet
        if (!filled) return filled;
        if (!out.write(std::span<const Id>{batch})) return {};
    }
    return {};
}

/// A signal ends its wait.
result<std::unique_ptr<embed::instance>> open(const embed::settings& from, embed::open_options how,
                                              const stop_signal& stop) {
    const stop_relay relay{stop};
    how.stop = relay.token();
    return embed::instance::open(from, how);
}

result<void> print_all(const embed::service& service, const gen_options& options, const stop_signal& stop) {
    auto from = service.get(query_of(options));
    if (!from) return std::move(from).error();
    const auto kind = from->makes_uuids();
    const auto fill = [&from](auto out) { return from->generate(out); };
    return kind ? print<uuid>(fill, options, kind, stop) : print<id>(fill, options, kind, stop);
}

/// Each batch is of the period in which it begins.
result<void> print_formatted(const embed::service& service, const gen_options& options, const stop_signal& stop) {
    constexpr std::size_t largest_batch = 1024;
    id_output out{options.count, options.style, stop};
    std::size_t next_size = 1;
    for (std::uint64_t left = options.count; left > 0 && stop.received() == 0;) {
        const auto texts = service.formatted(query_of(options), std::min<std::uint64_t>(left, next_size));
        if (stop.received() != 0) return {};
        if (!texts) return texts.error();
        if (!out.write(*texts)) return {};
        left -= texts->size();
        next_size = std::min(next_size * 4, largest_batch);
    }
    return {};
}

/// The error @p why, with the tag that may be meant.
error explained(error why, const gen_options& options, const embed::settings& settings) {
    if (options.tag && why.code == errc::not_found)
        why.message += embed::tag_meant_by(*options.tag, settings, options.generator);
    return why;
}

int generate_here(const gen_options& options, const common_options& common) {
    auto settings = load(common);
    if (!settings) return report(settings.error());
    const stop_signal stop;
    const interruptible_clock clock{stop};
    const embed::open_options how{.only = options.generator.empty() ? "default" : options.generator, .clock = &clock};
    auto opened = open(*settings, how, stop);
    if (!opened && stop.received() != 0) stop.end_program();
    if (!opened) return report(opened.error());
    embed::service service{*std::move(opened), how};
    auto printed = options.formatted ? print_formatted(service, options, stop) : print_all(service, options, stop);
    auto closed = service.close();
    if (stop.received() != 0) stop.end_program();
    if (!printed) return report(explained(printed.error(), options, *settings));
    return closed ? done : report(closed.error());
}

/// Generates by servers. IDs that arrive too late are a gap, so there is nothing to give back.
int generate_remotely(const gen_options& options) {
    const stop_signal stop;
    auto from = remote_generator::open(options.remote, query_of(options));
    if (!from) return report(from.error());
    auto printed = print<id>([&](std::span<id> out) { return from->generate(out, stop); }, options, {}, stop);
    if (stop.received() != 0) stop.end_program();
    return printed ? done : report(printed.error());
}

void add_style(CLI::App& command, id_style& to, bool& formatted) {
    add_form(command, to.as, "The text form of IDs; formatted: of a segment generator, as generators.NAME.formats says",
             &formatted);
    command.add_option("--prefix", to.prefix, "Text before each ID, as in order_; of kind uuid7 it makes TypeIDs")
        ->check(CLI::Validator{[](const std::string& given) {
                                   const auto good = check_prefix(given, text_form::decimal);
                                   return good ? std::string{} : good.error().message;
                               },
                               ""});
    command.add_flag("--json", to.json, "One JSON object a line");
}

} // namespace

runner add_gen(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<gen_options>();
    auto& command = *program.add_subcommand("gen", "Make IDs: one a line");
    command.add_option("-n,--count", options->count, "How many")
        ->check(whole_number)
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
    command.add_option("-g,--generator", options->generator,
                       "A generator of the settings, or of the servers; else the one named default");
    auto* const tag = command.add_option("--tag", options->tag, "Segment generators: the tag");
    auto* const app = command.add_option("--app", options->app, "Sharded generators: the application");
    auto* const pass =
        command.add_option("--gate-pass", options->gate_pass, "Sharded generators: user name, phone or mail");
    tag->excludes(app)->excludes(pass);
    app->needs(pass);
    pass->needs(app);
    add_style(command, options->style, options->formatted);
    command
        .add_option("--remote", options->remote.servers,
                    "HOST:PORT or unix:PATH of a server to ask instead, or several; no settings are read, and "
                    "$VESTA_RPC_PASSWORD is the password where there is one")
        ->delimiter(',')
        ->allow_extra_args(false);
    add_tls(command, options->remote);
    return [options, &common] {
        if (options->formatted && !options->remote.servers.empty())
            return report({errc::invalid_argument, "--as formatted is not for --remote: ask the servers by GENID"});
        if (options->formatted && !options->style.prefix.empty())
            return report({errc::invalid_argument, "--as formatted takes no --prefix: the format has it"});
        return options->remote.servers.empty() ? generate_here(*options, common) : generate_remotely(*options);
    };
}

} // namespace vesta::cli

#include "find_layout.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/catalogue/named_outward.hpp>
#include <vesta/embed/outward.hpp>
#include <vesta/embed/sharded.hpp>
#include <vesta/embed/tags.hpp>
#include <vesta/time/clock.hpp>

#include <boost/json.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>

namespace vesta::cli {
namespace {

struct explain_options {
    std::vector<std::string> ids;
    std::optional<text_form> as;
    std::string generator;
    std::string tag;
    bool json = false;
};

/// The time until the layout ends, from @p now.
std::string left(unix_ms end, unix_ms now) {
    const auto days = std::chrono::floor<std::chrono::days>(end - now).count();
    return days < 0 ? "over" : std::to_string(days) + " days left";
}

/// An ID with a time, its layout, and how it leaves, if that is another way.
struct timed_explanation {
    explanation of;
    const layout& type;
    std::optional<id> outward;
};

/// A number of a tag that leaves in outward form.
struct number_explanation {
    id outward;
    std::string tag;
    id number;
};

result<timed_explanation> explain_timed(const named_layout& by, const std::optional<outward_form>& form, id given) {
    const auto value = form ? form->inward(given) : result<id>{given};
    if (!value) return value.error();
    const auto told = by.explain(*value);
    if (!told) return told.error();
    if (form)
        if (auto good = check_made(*told, given, *form, system_wall_clock()); !good) return std::move(good).error();
    return timed_explanation{*told, by.type_of(*told), form ? std::optional{given} : std::nullopt};
}

void print_text(const timed_explanation& explained) {
    const auto& [of, type, outward] = explained;
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    const auto& parts = of.parts;
    const auto line = [&](field which, std::string_view meaning = {}) {
        if (type.width(which) == 0) return; // it is not in the ID
        std::cout << std::left << std::setw(11) << name(which) << parts[which];
        if (!meaning.empty()) std::cout << " (" << meaning << ')';
        std::cout << '\n';
    };
    if (outward) std::cout << "outward    " << to_string(*outward) << '\n';
    std::cout << "id         " << to_string(of.value) << "\nlayout     " << of.scheme << '\n';
    line(field::version);
    line(field::type, of.type);
    line(field::gen_method, name(static_cast<gen_method>(parts.gen_method)));
    line(field::time, to_rfc3339(of.at));
    line(field::seq);
    line(field::machine);
    std::cout << "last       " << to_rfc3339(type.last_instant()) << " (" << left(type.end(), now) << ")\n";
}

void print_json(const timed_explanation& explained) {
    const auto& [of, type, outward] = explained;
    const auto& parts = of.parts;
    // 64-bit IDs are strings: many readers of JSON round numbers above 2^53.
    boost::json::object made{{"id", to_string(of.value)},
                             {"layout", of.scheme},
                             {"version", parts.version},
                             {"type", parts.type},
                             {"typeName", of.type},
                             {"genMethod", parts.gen_method},
                             {"time", parts.time},
                             {"at", to_rfc3339(of.at)},
                             {"seq", parts.seq},
                             {"machine", parts.machine},
                             {"lastInstant", to_rfc3339(type.last_instant())}};
    if (outward) made["outward"] = to_string(*outward);
    std::cout << boost::json::serialize(made) << '\n';
}

void print_text(const number_explanation& of) {
    std::cout << "outward    " << to_string(of.outward) << "\nkind       segment\ntag        " << of.tag
              << "\nnumber     " << to_string(of.number) << '\n';
}

void print_json(const number_explanation& of) {
    const boost::json::object made{
        {"outward", to_string(of.outward)}, {"kind", "segment"}, {"tag", of.tag}, {"number", to_string(of.number)}};
    std::cout << boost::json::serialize(made) << '\n';
}

/// A formatted number.
struct text_explanation {
    std::string text;
    std::string tag;
    number_reading of;
};

void print_text(const text_explanation& of) {
    std::cout << "text       " << of.text << "\nkind       segment\ntag        " << of.tag << '\n';
    if (!of.of.period.empty()) std::cout << "period     " << of.of.period << '\n';
    std::cout << "number     " << of.of.number << '\n';
}

void print_json(const text_explanation& of) {
    boost::json::object made{
        {"text", of.text}, {"kind", "segment"}, {"tag", of.tag}, {"number", std::to_string(of.of.number)}};
    if (!of.of.period.empty()) made["period"] = of.of.period;
    std::cout << boost::json::serialize(made) << '\n';
}

void print_text(const sharded_explanation& of) {
    std::cout << "id         " << to_string(of.value) << "\nkind       sharded\napp        " << of.parts.app.value
              << "\nshard      " << of.parts.shard.value << "\nnext       " << of.parts.next << "\nnumber     "
              << of.number << '\n';
}

void print_json(const sharded_explanation& of) {
    const boost::json::object made{{"id", to_string(of.value)}, {"kind", "sharded"},
                                   {"app", of.parts.app.value}, {"shard", of.parts.shard.value},
                                   {"next", of.parts.next},     {"number", of.number}};
    std::cout << boost::json::serialize(made) << '\n';
}

void print_text(const uuid_explanation& of) {
    const auto line = [](std::string_view what) -> std::ostream& {
        return std::cout << std::left << std::setw(11) << what;
    };
    line("id") << to_text(of.value, suited_form(of.kind, {}).value()) << '\n';
    line("layout") << name(of.kind) << '\n';
    if (of.parts.version != 0) line("version") << of.parts.version << '\n';
    line("genMethod") << of.parts.gen_method << " (" << name(static_cast<gen_method>(of.parts.gen_method)) << ")\n";
    line("time") << of.parts.time << " (" << to_rfc3339(of.at) << ")\n";
    line("seq") << of.parts.seq << '\n';
    line("machine") << of.parts.machine << '\n';
    line("random") << of.random << '\n';
}

void print_json(const uuid_explanation& of) {
    const boost::json::object made{{"id", to_text(of.value, suited_form(of.kind, {}).value())},
                                   {"layout", name(of.kind)},
                                   {"version", of.parts.version},
                                   {"genMethod", of.parts.gen_method},
                                   {"time", of.parts.time},
                                   {"at", to_rfc3339(of.at)},
                                   {"seq", of.parts.seq},
                                   {"machine", of.parts.machine},
                                   {"random", std::to_string(of.random)}};
    std::cout << boost::json::serialize(made) << '\n';
}

/// Prints what @p explain finds in each ID, and goes on after a failure. The words of standard input stand for `-`.
template <class Explain>
int explain_all(const explain_options& options, const Explain& explain) {
    int code = done;
    bool first = true;
    const auto print = [&](const std::string& text) {
        if (!options.json && !std::exchange(first, false)) std::cout << '\n';
        const auto explained = explain(text);
        if (!explained)
            code = report(explained.error());
        else if (options.json)
            print_json(*explained);
        else
            print_text(*explained);
    };
    for (const auto& each : options.ids) {
        if (each == "-")
            std::for_each(std::istream_iterator<std::string>{std::cin}, {}, print);
        else
            print(each);
    }
    return code;
}

/// A text that two forms have, as some are in both base58 and base62, is taken for the ID made nearest to now, of
/// outward IDs for none, since whatever is read of one could be; but a decimal is a decimal.
result<timed_explanation> explain_nearest(const named_layout& by, const std::optional<outward_form>& form,
                                          const std::string& text) {
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    const auto away = [&](const timed_explanation& of) { return std::chrono::abs(of.of.at - now); };
    std::optional<result<timed_explanation>> best;
    for (const text_reading& each : read_any_text(text)) {
        auto told = explain_timed(by, form, each.value);
        if (each.as == text_form::decimal) return told;
        if (form && told && best && *best && told->of.value != (**best).of.value)
            return error{errc::invalid_argument, in_quotes(text) + " is an ID in two text forms; say which by --as"};
        if (!best || (told && (!*best || away(*told) < away(**best)))) best.emplace(std::move(told));
    }
    return best ? *std::move(best) : not_an_id_text(text);
}

/// As `options.as` says, or in any form.
result<id> read(const explain_options& options, const std::string& text) {
    return options.as ? parse_text(text, *options.as) : parse_any_text(text);
}

int explain_sharded(const explain_options& options, const embed::settings& by) {
    return explain_all(options, [&](const std::string& text) {
        return read(options, text).and_then([&](id value) {
            return embed::explain_sharded(by, options.generator, value);
        });
    });
}

int explain_numbers(const explain_options& options, const outward_form& by) {
    return explain_all(options, [&](const std::string& text) {
        return read(options, text).and_then([&](id value) {
            return by.inward(value).transform(
                [&](id number) { return number_explanation{value, options.tag, number}; });
        });
    });
}

int explain_formatted(const explain_options& options, const embed::settings& by) {
    return explain_all(options, [&](const std::string& text) {
        return embed::read_formatted(by, options.generator, options.tag, text).transform([&](number_reading of) {
            return text_explanation{text, options.tag, std::move(of)};
        });
    });
}

/// Whether the texts of @p of are formatted numbers.
bool has_formats(const embed::generator_settings& of) {
    const auto* const tags = std::get_if<embed::segment_settings>(&of.of);
    return tags != nullptr && !tags->formats.empty();
}

int explain_by_layout(const explain_options& options, const common_options& common,
                      const std::optional<outward_form>& form) {
    const auto by = find_any_layout(common, options.generator, "");
    if (!by) return report(by.error());
    if (by->cores_of)
        return explain_all(options, [&](const std::string& text) {
            return (options.as ? parse_uuid(text, *options.as) : parse_any_uuid(text)).and_then([&](const uuid& value) {
                return explain(*by->cores_of, value, *by->type);
            });
        });
    return explain_all(options, [&](const std::string& text) {
        if (!options.as) return explain_nearest(*by, form, text);
        return parse_text(text, *options.as).and_then([&](id value) { return explain_timed(*by, form, value); });
    });
}

int explain(const explain_options& options, const common_options& common) {
    const auto settings = load(common); // layouts need none, and report errors otherwise
    const auto* const named = settings ? settings->generator(options.generator) : nullptr;
    if (named != nullptr && named->sharded() != nullptr) return explain_sharded(options, *settings);
    if (named != nullptr && has_formats(*named)) return explain_formatted(options, *settings);
    if (named == nullptr || !named->outward) return explain_by_layout(options, common, {});
    const auto form = embed::find_outward_form(*settings, options.generator, options.tag);
    if (!form) return report(form.error());
    return named->timed() == nullptr ? explain_numbers(options, **form) : explain_by_layout(options, common, *form);
}

} // namespace

runner add_explain(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<explain_options>();
    auto& command = *program.add_subcommand("explain", "Take IDs apart");
    command
        .add_option("ID", options->ids,
                    "In any text form of gen, also with its prefix, or hexadecimal with 0x; - reads them from standard "
                    "input")
        ->required();
    add_form(command, options->as, "The text form of the IDs");
    command.add_option("-g,--generator", options->generator,
                       "A generator of the settings, or a layout: vesta-2018, ...");
    command.add_option("--tag", options->tag,
                       "Segment generators whose numbers leave formatted or in outward form: the tag");
    command.add_flag("--json", options->json, "One JSON object a line");
    return [options, &common] { return explain(*options, common); };
}

} // namespace vesta::cli

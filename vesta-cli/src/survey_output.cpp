#include "survey_output.hpp"

#include "words/words.hpp"

#include <vesta/base/quote.hpp>

#include <boost/json.hpp>

#include <cstdio>
#include <iostream>
#include <unistd.h>
#include <utility>

namespace vesta::cli {
namespace {

constexpr std::size_t most_streams_shown = 50;

using survey::place;
namespace json = boost::json;

std::string text_of(place at, const survey_names& named) {
    return printable(named.files[at.file]) + ":" + std::to_string(at.line);
}

std::string text_of(std::span<const place> all, const survey_names& named) {
    std::string text;
    for (const place each : all)
        text += (text.empty() ? "" : ", ") + text_of(each, named);
    return text;
}

/// "machine 5, rpc": what sets a stream apart.
std::string text_of(const survey::stream& of) {
    const std::string text = "machine " + std::to_string(of.parts.machine) + ", " + std::string{of.type} + ", " +
                             std::string{name(static_cast<gen_method>(of.parts.gen_method))};
    return of.parts.version == 0 ? text : text + ", version " + std::to_string(of.parts.version);
}

template <class Example, class Text>
void print_finding(const char* what, const survey::finding<Example>& of, const Text& text) {
    std::cout << what << of.count << '\n';
    for (const auto& each : of.examples)
        std::cout << "  " << text(each) << '\n';
    if (of.count > of.examples.size()) std::cout << "  and " << of.count - of.examples.size() << " more\n";
}

void print_numbers(const survey::audit_findings& found, const survey_names& named) {
    const auto text = [&](place at) { return text_of(at, named); };
    print_finding("steps back   ", found.back, text);
    if (!found.least) return;
    std::cout << "from         " << to_string(*found.least) << "\nto           " << to_string(*found.greatest) << '\n';
    if (!named.gaps) return;
    std::cout << "missing      " << found.missing << " in " << found.gaps << " gaps\n";
    for (const auto& each : found.largest_gaps)
        std::cout << "  " << to_string(each.first) << " to " << to_string(each.last) << " (" << each.size() << ")\n";
}

void print_streams(const survey::audit_findings& found, const survey_names& named) {
    std::cout << "streams      " << found.streams.size() << '\n';
    for (const auto& each : std::span{found.streams}.first(std::min(found.streams.size(), most_streams_shown))) {
        std::cout << "  " << text_of(each) << ": " << each.count << ", " << to_rfc3339(each.first) << " to "
                  << to_rfc3339(each.last) << ", steps back " << each.back.count;
        if (each.back.count != 0) std::cout << ", first at " << text_of(each.back.examples.front(), named);
        std::cout << '\n';
    }
    if (found.streams.size() > most_streams_shown)
        std::cout << "  and " << found.streams.size() - most_streams_shown << " more; --json has them all\n";
    if (found.beyond != 0) std::cout << "  and " << found.beyond << " IDs of further streams: is it this layout?\n";
}

json::string place_json(place at, const survey_names& named) {
    return json::string{text_of(at, named)};
}

template <class Example, class Make>
json::object finding_json(const survey::finding<Example>& of, const Make& make) {
    json::array examples;
    for (const auto& each : of.examples)
        examples.emplace_back(make(each));
    return {{"count", of.count}, {"examples", std::move(examples)}};
}

json::array streams_json(const survey::audit_findings& found) {
    json::array all;
    for (const auto& each : found.streams)
        all.emplace_back(json::object{{"type", each.type},
                                      {"version", each.parts.version},
                                      {"genMethod", each.parts.gen_method},
                                      {"machine", each.parts.machine},
                                      {"count", each.count},
                                      {"first", to_rfc3339(each.first)},
                                      {"last", to_rfc3339(each.last)},
                                      {"stepsBack", each.back.count}});
    return all;
}

json::array gaps_json(const survey::audit_findings& found) {
    json::array all;
    for (const auto& each : found.largest_gaps)
        all.emplace_back(json::object{{"first", to_string(each.first)}, {"last", to_string(each.last)}});
    return all;
}

} // namespace

progress_line::progress_line(std::string what)
    : what_{std::move(what)}, wanted_{::isatty(STDERR_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 0} {}

void progress_line::show(std::uint64_t count) {
    if (!wanted_ || count % 4096 != 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_ < std::chrono::seconds{1}) return;
    shown_ = now;
    is_open_ = true;
    std::fprintf(stderr, "\r%s: %llu IDs ", what_.c_str(), static_cast<unsigned long long>(count));
}

void progress_line::end() {
    if (std::exchange(is_open_, false)) std::fputc('\n', stderr);
}

void print_text(const survey::audit_findings& found, const survey_names& named) {
    std::cout << "IDs          " << found.ids << " in " << named.files.size()
              << (named.files.size() == 1 ? " file\n" : " files\n");
    print_finding("duplicates   ", found.duplicates, [&](const survey::duplicate& of) {
        return to_string(of.value) + ", " + std::to_string(of.times) + " times: " + text_of(of.places, named);
    });
    print_finding("unreadable   ", found.unreadable,
                  [&](const survey::unreadable_line& of) { return text_of(of.at, named) + ": " + in_quotes(of.text); });
    if (named.by == nullptr) return print_numbers(found, named);
    const auto located = [&](const survey::located& of) { return to_string(of.value) + ", " + text_of(of.at, named); };
    std::cout << "layout       " << named.by->name() << '\n';
    print_finding("not of it    ", found.foreign, located);
    print_finding("in the future ", found.future, located);
    print_streams(found, named);
}

void print_json(const survey::audit_findings& found, const survey_names& named) {
    const auto located = [&](const survey::located& of) {
        return json::object{{"id", to_string(of.value)}, {"at", place_json(of.at, named)}};
    };
    const auto at = [&](place of) { return json::value(place_json(of, named)); };
    const auto places = [&](const survey::duplicate& of) {
        json::array all;
        for (const place each : of.places)
            all.emplace_back(place_json(each, named));
        return json::object{{"id", to_string(of.value)}, {"times", of.times}, {"at", std::move(all)}};
    };
    const auto unreadable = [&](const survey::unreadable_line& of) {
        return json::object{{"at", place_json(of.at, named)}, {"text", in_quotes(of.text)}};
    };
    json::object made{{"ids", found.ids},
                      {"repeated", found.repeated},
                      {"duplicates", finding_json(found.duplicates, places)},
                      {"unreadable", finding_json(found.unreadable, unreadable)}};
    if (named.by != nullptr) {
        made["layout"] = named.by->name();
        made["foreign"] = finding_json(found.foreign, located);
        made["future"] = finding_json(found.future, located);
        made["streams"] = streams_json(found);
        made["beyond"] = found.beyond;
    } else {
        made["stepsBack"] = finding_json(found.back, at);
        made["least"] = found.least ? json::value(to_string(*found.least)) : json::value{};
        made["greatest"] = found.greatest ? json::value(to_string(*found.greatest)) : json::value{};
    }
    if (named.gaps) {
        made["missing"] = found.missing;
        made["gaps"] = found.gaps;
        made["largestGaps"] = gaps_json(found);
    }
    std::cout << json::serialize(made) << '\n';
}

} // namespace vesta::cli

#include "commands.hpp"
#include "words.hpp"

namespace vesta::rpc::detail {
namespace {

/// As COMMAND has it: the exact number of words if only one is right, else the least number, negated.
std::int64_t arity(const command_entry& of) noexcept {
    const auto fewest = static_cast<std::int64_t>(of.fewest);
    return of.fewest == of.most ? fewest : -fewest;
}

void write_entry(reply_writer& to, const command_entry& of) {
    to.array(10);
    to.bulk(of.name);
    to.integer(arity(of));
    const bool before_auth = of.needs == right::nothing;
    to.set(before_auth ? 2 : 1);
    to.simple("fast");
    if (before_auth) to.simple("no_auth");
    const int step = of.tags == keys::none ? 0 : 1;
    to.integer(step);                      // the first tag,
    to.integer(static_cast<int>(of.tags)); // the last,
    to.integer(step);                      // and the step between them
    to.set(1);
    to.simple(of.group == "connection" ? "@connection" : "@fast");
    to.array(0); // tips
    to.array(0); // key specifications
    to.array(0); // subcommands
}

void write_documentation(reply_writer& to, const command_entry& of) {
    to.bulk(of.name);
    to.map(3);
    to.bulk("summary");
    to.bulk(of.summary);
    to.bulk("since");
    to.bulk("0.1.0");
    to.bulk("group");
    to.bulk(of.group);
}

void write_infos(reply_writer to, std::span<const std::string_view> names) {
    to.array(names.size());
    for (const std::string_view each : names) {
        const command_entry* found = find_command(each);
        if (found == nullptr) {
            to.null();
        } else {
            write_entry(to, *found);
        }
    }
}

void write_documentations(reply_writer to, std::span<const std::string_view> names) {
    std::vector<const command_entry*> wanted;
    for (const std::string_view each : names) {
        if (const command_entry* found = find_command(each)) wanted.push_back(found);
    }
    if (names.empty()) {
        for (const command_entry& each : command_table())
            wanted.push_back(&each);
    }
    to.map(wanted.size());
    for (const command_entry* each : wanted)
        write_documentation(to, *each);
}

void write_all(reply_writer to) {
    to.array(command_table().size());
    for (const command_entry& each : command_table())
        write_entry(to, each);
}

void write_names(reply_writer to) {
    to.array(command_table().size());
    for (const command_entry& each : command_table())
        to.bulk(each.name);
}

} // namespace

verdict fail_subcommand(call& with, std::string_view known) {
    return with.fail(reply_word::err, "unknown subcommand or wrong number of arguments for " +
                                          in_quotes(with.arguments[1]) + "; " + std::string{known});
}

verdict run_command(call& with) {
    const auto to = with.reply();
    if (with.arguments.size() == 1) {
        write_all(to);
        return {};
    }
    const std::string_view sub = with.arguments[1];
    const auto names = with.arguments.subspan(2);
    if (same_word(sub, "COUNT") && names.empty()) {
        auto count = to;
        count.integer(static_cast<std::int64_t>(command_table().size()));
    } else if (same_word(sub, "DOCS")) {
        write_documentations(to, names);
    } else if (same_word(sub, "LIST") && names.empty()) {
        write_names(to);
    } else if (same_word(sub, "INFO")) {
        if (names.empty()) {
            write_all(to);
        } else {
            write_infos(to, names);
        }
    } else {
        return fail_subcommand(with, "COMMAND takes COUNT, DOCS, INFO and LIST");
    }
    return {};
}

verdict run_info(call& with) {
    const auto all = with.of.info.get();
    const auto wanted = with.arguments.subspan(1);
    const auto asked = [&](std::string_view section_name) {
        if (wanted.empty()) return true;
        for (const std::string_view each : wanted) {
            if (same_word(each, section_name) || same_word(each, "all") || same_word(each, "everything") ||
                same_word(each, "default"))
                return true;
        }
        return false;
    };
    std::string text;
    for (const info_section& each : *all) {
        if (!asked(each.name)) continue;
        if (!text.empty()) text += "\r\n";
        text += each.text;
    }
    with.reply().verbatim(text);
    return {};
}

} // namespace vesta::rpc::detail

#include "document.hpp"
#include "reader.hpp"
#include "text_file.hpp"

#include <vesta/embed/access_file.hpp>

#include <sys/stat.h>

// The shape of an access file, for the visitor that reads settings.
namespace vesta::access {

void describe(auto& visit, quota_settings& in) {
    const embed::bounds<std::uint64_t> per_second{1, quota_settings::most_per_second};
    const embed::bounds<std::uint64_t> at_once{1, quota_settings::largest_burst};
    visit.item("ids-per-second", in.ids_per_second, per_second, "How many numbers a second.");
    visit.item("burst", in.burst, at_once, "How many at once, after a rest.");
}

void describe(auto& visit, principal_settings& in) {
    visit.texts("tokens", in.tokens, "KEY:sha256:DIGEST, as `vesta token new` prints it.");
    visit.texts("certificates", in.certificates, "URI or DNS names of client certificates.");
    visit.texts("may", in.may, "VERB, or VERB GENERATOR[/TAG]; * stands for any characters.");
    visit.section("quota", in.quota, "How many numbers it may take.");
    visit.named("quotas", in.quotas, "How many of single targets, by GENERATOR[/TAG].");
}

void describe(auto& visit, anonymous_settings& in) {
    visit.texts("may", in.may, "What may be done without a token.");
    visit.section("quota", in.quota, "How many numbers all without a token may take together.");
}

void describe(auto& visit, settings& in) {
    visit.named("principals", in.principals, "Who may do what, by name.");
    visit.section("anonymous", in.anonymous, "Those who give no token.");
}

} // namespace vesta::access

namespace vesta::embed {
namespace {

/// Where the file says otherwise than what is permitted, the message begins with the setting's path.
error located(const error& wrong, std::string_view origin, const YAML::Node& top) {
    const auto colon = wrong.message.find(": ");
    const auto path = wrong.message.substr(0, colon);
    return wrong_setting(origin, find_line(top, path), path, wrong.message.substr(colon + 2)).error();
}

result<access::access_list> read(std::string_view yaml, std::string_view origin, const access::access_list* before) {
    const YAML::Node top = parse_document(yaml, origin);
    access::settings made;
    reader in{top, "", origin};
    describe(in, made);
    in.finish();
    auto list = access::access_list::from(made, before);
    if (!list) return located(list.error(), origin, top);
    return list;
}

/// Anybody who can write the file can give themselves any right.
result<void> check_owner(const std::filesystem::path& file) {
    struct stat seen{};
    if (::stat(file.c_str(), &seen) != 0) return {}; // reading says why
    if ((seen.st_mode & (S_IWGRP | S_IWOTH)) == 0) return {};
    return error{errc::invalid_settings,
                 file.string() + ": others than its owner may change it; `chmod go-w` it, since it gives rights"};
}

} // namespace

result<access::access_list> parse_access(std::string_view yaml, std::string_view origin,
                                         const access::access_list* before) {
    try {
        return read(yaml, origin, before);
    } catch (...) {
        return error_of_document(origin);
    }
}

result<access::access_list> load_access(const std::filesystem::path& file, const access::access_list* before) {
    if (auto safe = check_owner(file); !safe) return std::move(safe).error();
    return read_text_file(file).and_then(
        [&](const std::string& text) { return parse_access(text, file.string(), before); });
}

} // namespace vesta::embed

#include "checks.hpp"
#include "document.hpp"
#include "environment.hpp"
#include "printer.hpp"
#include "reader.hpp"
#include "text_file.hpp"

#include <vesta/base/host_port.hpp>
#include <vesta/base/list.hpp>
#include <vesta/base/nearest.hpp>
#include <vesta/base/quote.hpp>

#include <algorithm>
#include <iterator>
#include <ranges>

namespace vesta::embed {
namespace {

/// What is usual for the kind of a store, where it is left out.
void fill_in(settings& in) {
    for (auto& [name, each] : in.stores) {
        const bool is_kubernetes = each.kind == store_kind::kubernetes;
        if (each.host.empty() && !is_kubernetes) each.host = "127.0.0.1";
        if (each.tls == store_tls::off && is_kubernetes) each.tls = store_tls::verified; // there is nothing else
    }
}

settings read(std::string_view yaml, std::string_view origin) {
    const YAML::Node top = parse_document(yaml, origin);
    settings made;
    reader in{top, "", origin};
    describe(in, made);
    in.finish();
    fill_in(made);
    apply_environment(made);
    try {
        check(made);
    } catch (const misfit& wrong) {
        throw wrong_setting(origin, find_line(top, wrong.path), wrong.path, wrong.what);
    }
    return made;
}

void resolve(std::initializer_list<std::string*> files, const std::filesystem::path& folder) {
    for (std::string* each : files)
        if (!each->empty()) *each = (folder / *each).lexically_normal().string();
}

void resolve(std::optional<tls::server_options>& in, const std::filesystem::path& folder) {
    if (in) resolve({&in->certificate, &in->key, &in->client_ca}, folder);
}

void resolve(std::vector<std::string>& places, const std::filesystem::path& folder) {
    for (std::string& each : places)
        if (each.starts_with(local_mark))
            each = std::string{local_mark} + (folder / each.substr(local_mark.size())).lexically_normal().string();
}

/// Takes relative paths of the state, of the access file, of TLS, of outward keys, of logs and of unix sockets from the
/// folder of the settings file: one file means one state, wherever the program starts. A source like /dev/stdin has no
/// folder that could be meant.
void resolve_paths(settings& in, const std::filesystem::path& file) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(file, failed)) return;
    const auto folder = std::filesystem::absolute(file, failed).parent_path();
    if (failed) return;
    in.state_dir = (folder / in.state_dir).lexically_normal();
    if (!in.security.access_file.empty())
        in.security.access_file = (folder / in.security.access_file).lexically_normal();
    if (!in.log.file.empty()) in.log.file = (folder / in.log.file).lexically_normal();
    if (in.log.access != "off") in.log.access = (folder / in.log.access).lexically_normal();
    resolve(in.rest.listen, folder);
    resolve(in.rpc.listen, folder);
    resolve(in.rest.tls, folder);
    resolve(in.rpc.tls, folder);
    if (in.peers_tls) resolve({&in.peers_tls->ca_file, &in.peers_tls->certificate, &in.peers_tls->key}, folder);
    for (auto& [name, each] : in.generators)
        if (each.outward)
            for (auto& [identifier, key] : each.outward->keys)
                resolve({&key.key_file}, folder);
    for (auto& [name, each] : in.stores)
        resolve({&each.ca_file, &each.certificate, &each.key}, folder);
    for (auto& [name, each] : in.stores)
        if (each.kind == store_kind::sqlite && !each.file.starts_with(':'))
            each.file = (folder / each.file).lexically_normal().string();
}

} // namespace

const generator_settings* settings::generator(std::string_view name) const noexcept {
    if (name.empty()) name = "default";
    for (const auto& [each, value] : generators)
        if (each == name) return &value;
    return nullptr;
}

std::string settings::generator_names() const {
    return generators.empty() ? "none" : listed(std::views::keys(generators));
}

error settings::unknown_generator(std::string_view name) const {
    std::vector<std::string> names;
    std::ranges::transform(generators, std::back_inserter(names), [](const auto& each) { return each.first; });
    return {errc::not_found, "there is no generator " + in_quotes(name) + "; there are " + generator_names() +
                                 did_you_mean(name, names)};
}

const number_settings* generator_settings::numbers() const noexcept {
    if (const auto* const found = std::get_if<segment_settings>(&of)) return found;
    return std::get_if<sharded_settings>(&of);
}

segment_settings segment_settings::on(const std::string& one) const {
    segment_settings made = *this;
    made.store = one;
    made.masters.clear();
    return made;
}

std::string settings::queue_store(const sharded_settings& of) const {
    return of.queue_store.empty() ? only_store(store_kind::redis) : of.queue_store;
}

std::string settings::lending_store() const {
    const bool of_etcd = machine_id.provider == id_provider::etcd;
    const auto& section = of_etcd ? machine_id.etcd : machine_id.kubernetes;
    if (section && !section->store.empty()) return section->store;
    return only_store(of_etcd ? store_kind::etcd : store_kind::kubernetes);
}

std::string settings::only_store(store_kind kind) const {
    std::string only;
    for (const auto& [name, each] : stores) {
        if (each.kind != kind) continue;
        if (!only.empty()) return {};
        only = name;
    }
    return only;
}

result<settings> parse_settings(std::string_view yaml, std::string_view origin) {
    try {
        return read(yaml, origin);
    } catch (...) {
        return error_of_document(origin);
    }
}

result<settings> load_settings(const std::filesystem::path& file) {
    auto text = read_text_file(file);
    if (!text) return error{errc::invalid_settings, "no settings: " + text.error().message};
    auto read = parse_settings(*text, file.string());
    if (read) resolve_paths(*read, file);
    return read;
}

result<std::filesystem::path> find_settings() {
    if (const auto named = environment("VESTA_CONFIG"); !named.empty()) return std::filesystem::path{named};
    for (const char* each : {"./conf/vesta.yaml", "/etc/vesta/vesta.yaml"})
        if (std::error_code unused; std::filesystem::exists(each, unused)) return std::filesystem::path{each};
    return error{
        errc::invalid_settings,
        "no settings file: name one with --config or VESTA_CONFIG, or make ./conf/vesta.yaml or /etc/vesta/vesta.yaml"};
}

namespace {

std::string print(settings effective, YAML::Emitter& out) {
    printer{out}.map(effective);
    return {out.c_str(), out.size()};
}

} // namespace

std::string to_yaml(const settings& effective) {
    YAML::Emitter out;
    return print(effective, out) + "\n";
}

std::string to_json(const settings& effective) {
    YAML::Emitter out; // of the YAML that is JSON
    out.SetOutputCharset(YAML::EscapeAsJson);
    out.SetStringFormat(YAML::DoubleQuoted);
    out.SetMapFormat(YAML::Flow);
    out.SetSeqFormat(YAML::Flow);
    return print(effective, out);
}

} // namespace vesta::embed

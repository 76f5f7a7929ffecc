#include "databases.hpp"
#include "leases.hpp"
#include "numbers.hpp"
#include "plan.hpp"
#include "stores/store_clients.hpp"

#include <vesta/embed/old_stores.hpp>

#include <algorithm>
#include <iterator>

namespace vesta::embed {
namespace {

const segment_settings& segments_of(const settings& from, const std::string& name) {
    return std::get<segment_settings>(from.generator(name)->of);
}

} // namespace

result<std::vector<id_assignment::entry>> list_assignments(const settings& from) {
    return open_assignment(from).and_then([](const std::shared_ptr<id_assignment>& opened) { return opened->list(); });
}

result<seen_tags> look_at_tags(const settings& from, const std::string& name) {
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    const auto place = segment_place(from, segments_of(from, name));
    if (!place) return place.error();
    return (*clients)->look_at_tags(*place);
}

result<std::vector<std::string>> tags_with_tokens(const settings& from, const std::string& name) {
    std::vector<std::string> tags;
    if (segments_of(from, name).format != "tinyid") return tags;
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    auto place = segment_place(from, segments_of(from, name));
    if (!place) return std::move(place).error();
    place->database.read_only = true;
    const auto read = (*clients)->tokens(*place);
    if (!read) return read.error();
    const auto tokens = (*read)();
    if (!tokens) return tokens.error();
    std::ranges::transform(*tokens, std::back_inserter(tags), &tag_token::tag);
    std::ranges::sort(tags);
    tags.erase(std::ranges::unique(tags).begin(), tags.end());
    return tags;
}

result<void> copy_tags(const settings& to, const std::string& name, const std::vector<tag_row>& tags) {
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    const auto place = segment_place(to, segments_of(to, name));
    if (!place) return place.error();
    return (*clients)->copy_tags(*place, tags);
}

result<void> copy_assignments(const settings& to, const std::vector<id_assignment::entry>& entries) {
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    const auto database = database_options(to, to.machine_id.database->store);
    if (!database) return database.error();
    return (*clients)->copy_assignments(*database, to.machine_id.database->mode, entries);
}

result<std::vector<id_pattern>> patterns_made_by(const settings& from) {
    open_options how;
    if (from.rest.enabled || from.rpc.enabled) how.methods.clear();
    if (from.rest.enabled) how.methods.push_back(gen_method::rest);
    if (from.rpc.enabled) how.methods.push_back(gen_method::rpc);
    const auto planned = plan_generators(from, how);
    if (!planned) return planned.error();
    return patterns_of(*planned);
}

} // namespace vesta::embed

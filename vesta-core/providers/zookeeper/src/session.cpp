#include <vesta/zookeeper/session.hpp>

#include <utility>

namespace vesta::zookeeper {
namespace {

using verb = request::verb;

node node_of(reply got, std::string_view written = {}) {
    return {written.empty() ? std::move(got.text) : std::string{written}, got.version,
            unix_ms{std::chrono::milliseconds{got.modified_ms}}};
}

} // namespace

session::session(options with, connector by) : options_{std::move(with)}, connect_{std::move(by)} {}

session::~session() = default;

result<client*> session::connection() {
    if (client_ && client_->is_over()) client_.reset();
    if (!client_) {
        auto made = connect_(options_);
        if (!made) return std::move(made).error();
        client_ = *std::move(made);
    }
    return client_.get();
}

result<std::vector<reply>> session::ask(const std::vector<request>& all) {
    const std::lock_guard guard{guard_};
    auto on = connection();
    if (!on) return std::move(on).error();
    return (*on)->ask(all);
}

result<reply> session::ask(request one) {
    auto got = ask(std::vector{std::move(one)});
    if (!got) return std::move(got).error();
    return std::move(got->front());
}

error session::failed(const std::string& path, const reply& of) const {
    const std::string what = "ZooKeeper at " + options_.hosts + " (machine-id.zookeeper.hosts), node " + path + ": ";
    if (of.code == outcome::denied)
        return {errc::state_unusable,
                what + "access denied to " + (options_.user.empty() ? "everybody" : "user " + options_.user) +
                    "; the program needs to read, write and create there: correct machine-id.zookeeper.user and its "
                    "password, or the node's ACL"};
    if (of.code == outcome::no_answer)
        return {errc::store_unavailable, what + "no answer; is it running, and reachable from here?"};
    if (of.code == outcome::failed) return {errc::store_unavailable, what + of.text};
    return {errc::store_unavailable, what + "it is missing, in the way, or was changed by others meanwhile"};
}

result<std::vector<node>> session::get_all(const std::vector<std::string>& paths) {
    std::vector<request> all;
    for (const auto& each : paths)
        all.push_back({verb::get, each});
    auto answers = ask(all);
    if (!answers) return std::move(answers).error();
    std::vector<node> found;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        reply& got = (*answers)[i];
        if (got.code != outcome::done && got.code != outcome::no_node) return failed(paths[i], got);
        found.push_back(node_of(std::move(got)));
    }
    return found;
}

result<node> session::get(const std::string& path) {
    auto found = get_all({path});
    if (!found) return std::move(found).error();
    return std::move(found->front());
}

result<node> session::get_latest(const std::string& path) {
    const auto synced = ask({verb::sync, path});
    if (!synced) return synced.error();
    if (synced->code != outcome::done) return failed(path, *synced);
    return get(path);
}

result<std::optional<std::vector<std::string>>> session::children(const std::string& path) {
    auto got = ask({verb::children, path});
    if (!got) return std::move(got).error();
    if (got->code == outcome::no_node) return std::optional<std::vector<std::string>>{};
    if (got->code != outcome::done) return failed(path, *got);
    return std::optional{std::move(got->names)};
}

result<std::optional<node>> session::set(const std::string& path, std::string_view data, std::int32_t version) {
    auto got = ask({verb::set, path, std::string{data}, version});
    if (!got) return std::move(got).error();
    if (got->code == outcome::bad_version || got->code == outcome::no_node) return std::optional<node>{};
    if (got->code != outcome::done) return failed(path, *got);
    return std::optional{node_of(*std::move(got), data)};
}

result<bool> session::create(const std::string& path, std::string_view data) {
    const auto got = ask({verb::create, path, std::string{data}});
    if (!got) return got.error();
    if (got->code == outcome::node_exists) return false;
    if (got->code != outcome::done) return failed(path, *got);
    return true;
}

result<std::string> session::create_numbered(const std::string& path, std::string_view data) {
    auto got = ask({verb::create_numbered, path, std::string{data}});
    if (!got) return std::move(got).error();
    if (got->code != outcome::done) return failed(path, *got);
    return std::move(got->text);
}

result<void> session::make_path(const std::string& path) {
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        if (auto made = create(path.substr(0, end), ""); !made) return std::move(made).error();
        if (end == std::string::npos) return {};
    }
}

result<void> session::remove(const std::string& path) {
    const auto got = ask({verb::remove, path});
    if (!got) return got.error();
    if (got->code != outcome::done && got->code != outcome::no_node) return failed(path, *got);
    return {};
}

result<std::optional<node>> session::at_once(const std::vector<request>& steps) {
    const std::lock_guard guard{guard_};
    auto on = connection();
    if (!on) return std::move(on).error();
    reply got = (*on)->ask_as_one(steps);
    switch (got.code) {
    case outcome::done:
        return std::optional{node_of(std::move(got))};
    case outcome::no_node:
    case outcome::node_exists:
    case outcome::bad_version:
    case outcome::not_empty:
        return std::optional<node>{};
    case outcome::denied:
    case outcome::no_answer:
    case outcome::failed:
        break;
    }
    return failed(steps.front().path, got);
}

} // namespace vesta::zookeeper

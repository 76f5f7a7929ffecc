#include "call.hpp"
#include "client.hpp"

#include <vesta/zookeeper/session.hpp>

#include <cerrno>
#include <system_error>
#include <utility>

namespace vesta::zookeeper {
namespace {

void ignore_events(zhandle_t*, int, int, const char*, void*) {}

void answer_get(int code, const char* value, int size, const Stat* stat, const void* data) {
    reply got{.code = code};
    if (code == ZOK) {
        if (size > 0) got.text.assign(value, static_cast<std::size_t>(size));
        got.version = stat->version;
        got.modified_ms = stat->mtime;
    }
    call::taken_back(data)->answer(std::move(got));
}

void answer_stat(int code, const Stat* stat, const void* data) {
    reply got{.code = code};
    if (code == ZOK) {
        got.version = stat->version;
        got.modified_ms = stat->mtime;
    }
    call::taken_back(data)->answer(std::move(got));
}

void answer_path(int code, const char* value, const void* data) {
    reply got{.code = code};
    if (code == ZOK && value != nullptr) got.text = value;
    call::taken_back(data)->answer(std::move(got));
}

void answer_names(int code, const String_vector* names, const void* data) {
    reply got{.code = code};
    for (int i = 0; code == ZOK && i < names->count; ++i)
        got.names.emplace_back(names->data[i]);
    call::taken_back(data)->answer(std::move(got));
}

void answer_nothing(int code, const void* data) {
    call::taken_back(data)->answer({.code = code});
}

/// Starts one call; @p start gives it to the client and answers the client's code.
template <class Start>
std::shared_ptr<call> begin(const Start& start) {
    auto made = call::make();
    const void* const data = made->data();
    if (const int code = start(data); code != ZOK) call::taken_back(data)->answer({.code = code});
    return made;
}

std::shared_ptr<call> begin_get(zhandle_t* on, const std::string& path) {
    return begin([&](const void* data) { return zoo_aget(on, path.c_str(), 0, answer_get, data); });
}

node node_of(reply got, std::string_view written = {}) {
    return {written.empty() ? std::move(got.text) : std::string{written}, got.version,
            unix_ms{std::chrono::milliseconds{got.modified_ms}}};
}

int size_of(std::string_view data) {
    return static_cast<int>(data.size());
}

} // namespace

session::session(options with) : options_{std::move(with)} {}

session::~session() {
    close();
}

void session::close() noexcept {
    if (handle_ != nullptr) zookeeper_close(std::exchange(handle_, nullptr));
}

result<_zhandle*> session::handle() {
    if (handle_ != nullptr) {
        const int state = zoo_state(handle_);
        if (state == ZOO_EXPIRED_SESSION_STATE || state == ZOO_AUTH_FAILED_STATE) close();
    }
    if (handle_ == nullptr) {
        zoo_set_debug_level(static_cast<ZooLogLevel>(0)); // it would write to stderr; what matters is in our errors
        const auto timeout = static_cast<int>(options_.session_timeout.count());
        handle_ = zookeeper_init(options_.hosts.c_str(), ignore_events, timeout, nullptr, nullptr, 0);
        if (handle_ != nullptr && !options_.user.empty()) {
            const std::string who = options_.user + ":" + options_.password;
            // Sent before any call; ZooKeeper accepts every password here, and refuses what it does not open.
            zoo_add_auth(handle_, "digest", who.data(), static_cast<int>(who.size()), nullptr, nullptr);
        }
    }
    if (handle_ != nullptr) return handle_;
    return error{errc::store_unavailable,
                 "cannot use the ZooKeeper servers " + options_.hosts +
                     " (machine-id.zookeeper.hosts): " + std::error_code{errno, std::generic_category()}.message()};
}

error session::failed(const std::string& path, int code) const {
    const std::string what = "ZooKeeper at " + options_.hosts + " (machine-id.zookeeper.hosts), node " + path + ": ";
    if (code == ZNOAUTH || code == ZAUTHFAILED || code == ZINVALIDACL)
        return {errc::state_unusable,
                what + "access denied to " + (options_.user.empty() ? "everybody" : "user " + options_.user) +
                    "; the program needs to read, write and create there: correct machine-id.zookeeper.user and its "
                    "password, or the node's ACL"};
    if (code == ZOPERATIONTIMEOUT || code == ZCONNECTIONLOSS)
        return {errc::store_unavailable, what + "no answer; is it running, and reachable from here?"};
    return {errc::store_unavailable, what + zerror(code)};
}

result<std::vector<node>> session::get_all(const std::vector<std::string>& paths) {
    const std::lock_guard guard{guard_};
    auto on = handle();
    if (!on) return std::move(on).error();
    const auto deadline = std::chrono::steady_clock::now() + options_.call_timeout;
    std::vector<std::shared_ptr<call>> calls;
    for (const auto& each : paths)
        calls.push_back(begin_get(*on, each));
    std::vector<node> found;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        reply got = calls[i]->wait(deadline);
        if (got.code != ZOK && got.code != ZNONODE) return failed(paths[i], got.code);
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
    {
        const std::lock_guard guard{guard_};
        auto on = handle();
        if (!on) return std::move(on).error();
        const auto deadline = std::chrono::steady_clock::now() + options_.call_timeout;
        const auto sync = begin([&](const void* data) { return zoo_async(*on, path.c_str(), answer_path, data); });
        if (const reply got = sync->wait(deadline); got.code != ZOK) return failed(path, got.code);
    }
    return get(path);
}

result<std::optional<std::vector<std::string>>> session::children(const std::string& path) {
    const std::lock_guard guard{guard_};
    auto on = handle();
    if (!on) return std::move(on).error();
    const auto deadline = std::chrono::steady_clock::now() + options_.call_timeout;
    reply got = begin([&](const void* data) {
                    return zoo_aget_children(*on, path.c_str(), 0, answer_names, data);
                })->wait(deadline);
    if (got.code == ZNONODE) return std::optional<std::vector<std::string>>{};
    if (got.code != ZOK) return failed(path, got.code);
    return std::optional{std::move(got.names)};
}

result<std::optional<node>> session::set(const std::string& path, std::string_view data, std::int32_t version) {
    const std::lock_guard guard{guard_};
    auto on = handle();
    if (!on) return std::move(on).error();
    const auto deadline = std::chrono::steady_clock::now() + options_.call_timeout;
    reply got = begin([&](const void* waiting) {
                    return zoo_aset(*on, path.c_str(), data.data(), size_of(data), version, answer_stat, waiting);
                })->wait(deadline);
    if (got.code == ZBADVERSION || got.code == ZNONODE) return std::optional<node>{};
    if (got.code != ZOK) return failed(path, got.code);
    return std::optional{node_of(std::move(got), data)};
}

const ACL_vector& session::access_to(const std::string& path) const {
    const bool ours = (path + "/").starts_with(options_.own_path + "/");
    return options_.user.empty() || !ours ? ZOO_OPEN_ACL_UNSAFE : ZOO_CREATOR_ALL_ACL;
}

result<bool> session::create(const std::string& path, std::string_view data) {
    const std::lock_guard guard{guard_};
    auto on = handle();
    if (!on) return std::move(on).error();
    const auto deadline = std::chrono::steady_clock::now() + options_.call_timeout;
    const reply got = begin([&](const void* waiting) {
                          return zoo_acreate(*on, path.c_str(), data.data(), size_of(data), &access_to(path),
                                             ZOO_PERSISTENT, answer_path, waiting);
                      })->wait(deadline);
    if (got.code == ZNODEEXISTS) return false;
    if (got.code != ZOK) return failed(path, got.code);
    return true;
}

result<std::string> session::create_numbered(const std::string& path, std::string_view data) {
    const std::lock_guard guard{guard_};
    auto on = handle();
    if (!on) return std::move(on).error();
    const auto deadline = std::chrono::steady_clock::now() + options_.call_timeout;
    reply got = begin([&](const void* waiting) {
                    return zoo_acreate(*on, path.c_str(), data.data(), size_of(data), &access_to(path),
                                       ZOO_PERSISTENT_SEQUENTIAL, answer_path, waiting);
                })->wait(deadline);
    if (got.code != ZOK) return failed(path, got.code);
    return std::move(got.text);
}

result<void> session::make_path(const std::string& path) {
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        if (auto made = create(path.substr(0, end), ""); !made) return std::move(made).error();
        if (end == std::string::npos) return {};
    }
}

result<void> session::remove(const std::string& path) {
    const std::lock_guard guard{guard_};
    auto on = handle();
    if (!on) return std::move(on).error();
    const auto deadline = std::chrono::steady_clock::now() + options_.call_timeout;
    const reply got = begin([&](const void* data) {
                          return zoo_adelete(*on, path.c_str(), -1, answer_nothing, data);
                      })->wait(deadline);
    if (got.code != ZOK && got.code != ZNONODE) return failed(path, got.code);
    return {};
}

} // namespace vesta::zookeeper

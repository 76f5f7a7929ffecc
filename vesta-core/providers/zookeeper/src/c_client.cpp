#include "c_client.hpp"

#include "call.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

namespace vesta::zookeeper {
namespace {

using verb = request::verb;

void ignore_events(zhandle_t*, int, int, const char*, void*) {}

outcome outcome_of(int code) {
    switch (code) {
    case ZOK:
        return outcome::done;
    case ZNONODE:
        return outcome::no_node;
    case ZNODEEXISTS:
        return outcome::node_exists;
    case ZBADVERSION:
        return outcome::bad_version;
    case ZNOTEMPTY:
        return outcome::not_empty;
    case ZNOAUTH:
    case ZAUTHFAILED:
    case ZINVALIDACL:
        return outcome::denied;
    case ZOPERATIONTIMEOUT:
    case ZCONNECTIONLOSS:
        return outcome::no_answer;
    default:
        return outcome::failed;
    }
}

reply reply_of(int code) {
    reply got{.code = outcome_of(code)};
    if (got.code == outcome::failed) got.text = zerror(code);
    return got;
}

reply reply_of(int code, const Stat* stat) {
    reply got = reply_of(code);
    if (code != ZOK) return got;
    got.version = stat->version;
    got.modified_ms = stat->mtime;
    return got;
}

void answer_get(int code, const char* value, int size, const Stat* stat, const void* data) {
    reply got = reply_of(code, stat);
    if (code == ZOK && size > 0) got.text.assign(value, static_cast<std::size_t>(size));
    call::taken_back(data)->answer(std::move(got));
}

void answer_stat(int code, const Stat* stat, const void* data) {
    call::taken_back(data)->answer(reply_of(code, stat));
}

void answer_path(int code, const char* value, const void* data) {
    reply got = reply_of(code);
    if (code == ZOK && value != nullptr) got.text = value;
    call::taken_back(data)->answer(std::move(got));
}

void answer_names(int code, const String_vector* names, const void* data) {
    reply got = reply_of(code);
    for (int i = 0; code == ZOK && i < names->count; ++i)
        got.names.emplace_back(names->data[i]);
    call::taken_back(data)->answer(std::move(got));
}

void answer_nothing(int code, const void* data) {
    call::taken_back(data)->answer(reply_of(code));
}

/// Requests that are carried out as one, and the places for their answers.
struct bundle {
    std::vector<zoo_op_t> steps;
    std::vector<zoo_op_result_t> results;
    std::vector<Stat> stats;
    std::vector<std::string> paths;
    std::size_t last_set = 0;
};

void answer_bundle(int code, const void* data) {
    const auto of = call::taken_back(data);
    const auto& all = *static_cast<const bundle*>(of->kept.get());
    of->answer(reply_of(code, &all.stats[all.last_set]));
}

/// Starts one call; @p start hands it to the client and returns the client's code.
template <class Start>
std::shared_ptr<call> begin(const Start& start) {
    auto made = call::make();
    const void* const data = made->data();
    if (const int code = start(*made, data); code != ZOK) call::taken_back(data)->answer(reply_of(code));
    return made;
}

int size_of(const std::string& data) {
    return static_cast<int>(data.size());
}

class real_client final : public client {
  public:
    real_client(const options& to, zhandle_t* handle) : to_{to}, handle_{handle} {}
    real_client(const real_client&) = delete;
    real_client& operator=(const real_client&) = delete;
    ~real_client() override { zookeeper_close(handle_); }

    bool is_over() override {
        const int state = zoo_state(handle_);
        return state == ZOO_EXPIRED_SESSION_STATE || state == ZOO_AUTH_FAILED_STATE;
    }

    std::vector<reply> ask(std::span<const request> all) override {
        const auto deadline = latest_answer();
        std::vector<std::shared_ptr<call>> calls;
        for (const auto& each : all)
            calls.push_back(begin([&](call&, const void* data) { return send(each, data); }));
        std::vector<reply> answers;
        for (const auto& each : calls)
            answers.push_back(each->wait(deadline));
        return answers;
    }

    reply ask_as_one(std::span<const request> all) override {
        const auto deadline = latest_answer();
        return begin([&](call& of, const void* data) {
                   const auto made = std::make_shared<bundle>();
                   of.kept = made;
                   tie(all, *made);
                   return zoo_amulti(handle_, static_cast<int>(all.size()), made->steps.data(), made->results.data(),
                                     answer_bundle, data);
               })
            ->wait(deadline);
    }

  private:
    std::chrono::steady_clock::time_point latest_answer() const {
        return std::chrono::steady_clock::now() + to_.call_timeout;
    }

    const ACL_vector& access_to(const std::string& path) const {
        const bool ours = (path + "/").starts_with(to_.own_path + "/");
        return to_.user.empty() || !ours ? ZOO_OPEN_ACL_UNSAFE : ZOO_CREATOR_ALL_ACL;
    }

    int send(const request& what, const void* data) {
        const char* const path = what.path.c_str();
        const bool numbered = what.what == verb::create_numbered;
        switch (what.what) {
        case verb::get:
            return zoo_aget(handle_, path, 0, answer_get, data);
        case verb::sync:
            return zoo_async(handle_, path, answer_path, data);
        case verb::children:
            return zoo_aget_children(handle_, path, 0, answer_names, data);
        case verb::set:
            return zoo_aset(handle_, path, what.data.data(), size_of(what.data), what.version, answer_stat, data);
        case verb::create:
        case verb::create_numbered:
            return zoo_acreate(handle_, path, what.data.data(), size_of(what.data), &access_to(what.path),
                               numbered ? ZOO_PERSISTENT_SEQUENTIAL : ZOO_PERSISTENT, answer_path, data);
        case verb::remove:
            return zoo_adelete(handle_, path, what.version, answer_nothing, data);
        case verb::check:
            break;
        }
        return ZUNIMPLEMENTED;
    }

    /// From here on @p into must not move: the client keeps pointers to it.
    void tie(std::span<const request> all, bundle& into) const {
        into.steps.resize(all.size());
        into.results.resize(all.size());
        into.stats.resize(all.size());
        into.paths.resize(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].what == verb::set) into.last_set = i;
            into.paths[i].resize(all[i].path.size() + 1);
            write_step(all[i], into.steps[i], into.stats[i], into.paths[i]);
        }
    }

    void write_step(const request& what, zoo_op_t& to, Stat& stat, std::string& made) const {
        const char* const path = what.path.c_str();
        if (what.what == verb::set) {
            zoo_set_op_init(&to, path, what.data.data(), size_of(what.data), what.version, &stat);
        } else if (what.what == verb::create) {
            zoo_create_op_init(&to, path, what.data.data(), size_of(what.data), &access_to(what.path), ZOO_PERSISTENT,
                               made.data(), size_of(made));
        } else if (what.what == verb::remove) {
            zoo_delete_op_init(&to, path, what.version);
        } else {
            zoo_check_op_init(&to, path, what.version);
        }
    }

    const options to_;
    zhandle_t* const handle_;
};

} // namespace

result<std::unique_ptr<client>> connect(const options& to) {
    zoo_set_debug_level(static_cast<ZooLogLevel>(0)); // it would write to stderr; our errors say what matters
    const auto timeout = static_cast<int>(to.session_timeout.count());
    zhandle_t* const handle = zookeeper_init(to.hosts.c_str(), ignore_events, timeout, nullptr, nullptr, 0);
    if (handle == nullptr)
        return error{errc::store_unavailable,
                     "cannot use the ZooKeeper servers " + to.hosts +
                         " (machine-id.zookeeper.hosts): " + std::error_code{errno, std::generic_category()}.message()};
    if (!to.user.empty()) {
        const std::string who = to.user + ":" + to.password;
        // Sent before any call. ZooKeeper accepts every password here and refuses nodes later.
        zoo_add_auth(handle, "digest", who.data(), size_of(who), nullptr, nullptr);
    }
    return std::unique_ptr<client>{std::make_unique<real_client>(to, handle)};
}

} // namespace vesta::zookeeper

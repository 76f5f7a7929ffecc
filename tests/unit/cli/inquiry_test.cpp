#include "peers/inquiry.hpp"

#include <gmock/gmock.h>

#include <condition_variable>
#include <mutex>
#include <netdb.h>
#include <thread>

namespace {

/// A name server that does not answer as long as it lives.
class silent_names {
  public:
    silent_names() { now = this; }
    silent_names(const silent_names&) = delete;
    silent_names& operator=(const silent_names&) = delete;
    ~silent_names() {
        std::unique_lock guard{guard_};
        answers_ = true;
        changed_.notify_all();
        changed_.wait(guard, [this] { return waiting_ == 0; });
        now = nullptr;
    }

    void wait() {
        std::unique_lock guard{guard_};
        ++waiting_;
        changed_.notify_all();
        changed_.wait(guard, [this] { return answers_; });
        --waiting_;
        changed_.notify_all();
    }

    void await_question() {
        std::unique_lock guard{guard_};
        changed_.wait(guard, [this] { return waiting_ != 0; });
    }

    static inline silent_names* now = nullptr;

  private:
    std::mutex guard_;
    std::condition_variable changed_;
    int waiting_ = 0;
    bool answers_ = false;
};

} // namespace

/// In place of the system's: knows no name.
extern "C" int getaddrinfo(const char*, const char*, const addrinfo*, addrinfo**) {
    if (silent_names::now != nullptr) silent_names::now->wait();
    return EAI_NONAME;
}

namespace vesta::cli {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using testing::HasSubstr;

TEST(asking_a_peer, ends_with_patience_while_a_name_server_does_not_answer) {
    silent_names names;
    const auto answer = ask_for_machines("db.example:6399", {}, milliseconds{1}, {});
    EXPECT_EQ(answer.error().code, errc::store_unavailable);
    EXPECT_THAT(answer.error().message, HasSubstr("peer db.example:6399 does not answer: it takes too long"));
    names.await_question(); // its thread ends before the test
}

TEST(asking_a_peer, ends_with_a_stop_while_a_name_server_does_not_answer) {
    silent_names names;
    std::stop_source stop;
    const std::jthread stopping{[&] {
        names.await_question();
        stop.request_stop();
    }};
    const auto answer = ask_for_machines("db.example:6399", {}, hours{24}, stop.get_token());
    EXPECT_THAT(answer.error().message, HasSubstr("this server stops"));
}

TEST(asking_a_peer, says_that_there_is_no_such_name) {
    const auto answer = ask_for_machines("db.example:6399", {}, hours{24}, {});
    EXPECT_THAT(answer.error().message, HasSubstr("does not answer: Host not found"));
}

} // namespace
} // namespace vesta::cli

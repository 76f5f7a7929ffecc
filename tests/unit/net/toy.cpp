#include "toy.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace vesta::net {

std::span<char> toy_session::room() {
    return room_;
}

step toy_session::received(std::size_t count, turn& now) {
    input_.append(room_.data(), count);
    return run(now);
}

step toy_session::resume(turn& now) {
    if (waits_ && !world_.ready) return {.then = next::wait, .wait = std::chrono::milliseconds{1}};
    if (waits_) now.out.append("waited\n");
    waits_ = false;
    return run(now);
}

step toy_session::run(turn& now) {
    step last;
    while (last.then == next::receive) {
        if (left_ != 0) {
            world_.before_answer();
            const std::size_t part = std::min(left_, at_once_);
            now.out.append(std::string(part * 1024, 'x'));
            left_ -= part;
            if (left_ == 0) now.out.append("\n");
            last.then = next::go_on;
            break;
        }
        const auto end = input_.find('\n');
        if (end == std::string::npos) break;
        const std::string line = input_.substr(0, end);
        input_.erase(0, end + 1);
        world_.note("r" + name_);
        last = answer(line, now);
        answered_ = true;
    }
    last.begins_anew = std::exchange(answered_, false);
    return last;
}

step toy_session::answer(std::string_view line, turn& now) {
    if (line == "wait") {
        waits_ = true;
        return {.then = next::wait, .wait = std::chrono::milliseconds{1}};
    }
    if (line == "sleep") return {.then = next::wait, .wait = std::chrono::hours{1}};
    if (line.starts_with("many ") || line.starts_with("much ")) {
        std::from_chars(line.data() + 5, line.data() + line.size(), left_);
        at_once_ = line.starts_with("many ") ? 64 : left_;
        return {};
    }
    if (line == "hold") {
        world_.holding.count_down();
        world_.released.wait();
    }
    if (line == "age") {
        const auto age = std::chrono::steady_clock::now() - now.arrival;
        now.out.append(std::to_string(std::chrono::floor<std::chrono::milliseconds>(age).count()));
    } else {
        now.out.append(line);
    }
    now.out.append("\n");
    if (line == "throw") throw std::runtime_error{"thrown"};
    return {.then = line == "bye" ? next::close : next::receive};
}

step toy_session::end_of_input(turn& now) {
    if (!input_.empty()) now.out.append("half\n");
    return {.then = next::close};
}

step toy_session::arrival_timed_out(turn& now) {
    if (world_.late_is_told) now.out.append("late\n");
    return {.then = next::close};
}

void toy_session::answers_sent(std::chrono::steady_clock::time_point, bool all) noexcept {
    if (all && !waits_) world_.note("s" + name_);
}

toy_server::toy_server(server_options how)
    : serving{[&] {
                  if (how.listen.empty()) how.listen = "127.0.0.1:0";
                  if (how.threads == 0) how.threads = 1;
                  how.thread_name = "toy";
                  how.log = [this](std::string_view what) { world.note(what); };
                  return how;
              }(),
              state} {
    addresses = serving.listen([this] { return std::make_unique<toy_dialect>(world); }).value();
    if (const tcp_endpoint* const first = first_endpoint(addresses)) port = first->port();
    serving.serve();
}

} // namespace vesta::net

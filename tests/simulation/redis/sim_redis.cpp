#include "sim_redis.hpp"

#include "scripts.hpp"
#include "simulation/troubles.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace vesta::testing {

namespace scripts = redis::scripts;

/// One connection: what is answered too late comes as the answer to what is asked next.
class sim_redis::link final : public redis::connection {
  public:
    explicit link(sim_redis& to) : to_{to}, server_{to.server_} {}

    result<redis::answer> run(std::string_view text, const std::string& key,
                              const std::vector<std::string>& arguments) override {
        const std::lock_guard guard{to_.guard_};
        if (broken_ || server_ != to_.server_) return away("Redis", "the connection is lost");
        auto got = send({text, key, arguments});
        if (!got || late_.empty()) return got;
        late_.push_back(*std::move(got));
        redis::answer former = std::move(late_.front());
        late_.pop_front();
        return former;
    }

  private:
    error lose(const char* what) {
        broken_ = true;
        return away("Redis", what);
    }

    result<redis::answer> send(const script& what) {
        switch (to_.next_trouble()) {
        case trouble::lost:
            return lose("the script was lost");
        case trouble::unanswered:
            static_cast<void>(to_.run(what));
            return lose("the answer was lost");
        case trouble::late:
            to_.remember(what);
            return lose("no answer came in time");
        case trouble::slow:
            late_.push_back(to_.run(what));
            return away("Redis", "no answer came in time");
        case trouble::twice:
            to_.remember(what);
            return to_.run(what);
        case trouble::cut:
            return cut(to_.run(what));
        case trouble::refused:
            return redis::answer{.refused = "READONLY You can't write against a read only replica"};
        case trouble::none:
            break;
        }
        return to_.run(what);
    }

    redis::answer cut(redis::answer whole) {
        whole.strings.resize(to_.dice_.below(whole.strings.size()));
        return whole;
    }

    sim_redis& to_;
    const unsigned server_;
    bool broken_ = false;
    std::deque<redis::answer> late_;
};

redis::connector sim_redis::connector() {
    return [this](const redis::options&) -> result<std::unique_ptr<redis::connection>> {
        const std::lock_guard guard{guard_};
        if (frozen_ || strikes(habits_.lost)) return away("Redis", "it refuses the connection");
        return std::unique_ptr<redis::connection>{std::make_unique<link>(*this)};
    };
}

sim_redis::trouble sim_redis::next_trouble() {
    if (frozen_) return trouble::late;
    if (strikes(habits_.lost)) return trouble::lost;
    if (strikes(habits_.unanswered)) return trouble::unanswered;
    if (strikes(habits_.late)) return trouble::late;
    if (strikes(habits_.slow)) return trouble::slow;
    if (strikes(habits_.twice)) return trouble::twice;
    if (strikes(habits_.cut)) return trouble::cut;
    return strikes(habits_.refused) ? trouble::refused : trouble::none;
}

void sim_redis::remember(const script& what) {
    if (late_.size() < most_late) late_.push_back(what);
}

void sim_redis::deliver_one() {
    if (late_.empty()) return;
    const auto at = late_.begin() + static_cast<std::ptrdiff_t>(dice_.below(late_.size())); // in any order
    const script what = std::move(*at);
    late_.erase(at);
    if (!dice_.one_in(4)) static_cast<void>(run(what));
}

void sim_redis::keep() {
    kept_.push_back(keys_);
    if (kept_.size() > most_kept) kept_.pop_front();
}

void sim_redis::fail_over(std::size_t back) {
    if (kept_.empty()) return;
    back = std::min(back, kept_.size() - 1);
    keys_ = kept_[kept_.size() - 1 - back];
    kept_.erase(kept_.end() - static_cast<std::ptrdiff_t>(back), kept_.end());
    ++server_;
}

redis::answer sim_redis::run(const script& what) {
    ++done_;
    redis::answer got{.strings = apply(what)};
    got.strings.emplace_back("end");
    return got;
}

std::vector<std::string> sim_redis::apply(const script& what) {
    if (what.text == scripts::pop) return pop(what);
    if (what.text == scripts::lock) return lock(what);
    if (what.text == scripts::unlock) {
        unlock(what);
    } else if (what.text == scripts::push) {
        auto& list = keys_[what.key].list;
        list.insert(list.end(), what.arguments.begin(), what.arguments.end());
    } else if (what.text == scripts::clear) {
        keys_.erase(what.key);
    } else {
        throw std::logic_error{"a script that the simulated Redis does not know"};
    }
    return {};
}

std::vector<std::string> sim_redis::pop(const script& what) {
    auto& list = keys_[what.key].list;
    if (list.empty()) return {};
    std::istringstream head{list.front()};
    std::int64_t low = 0, high = 0, from = 0, to = 0;
    head >> low >> high >> from >> to;
    const std::int64_t width = (high - low + 31) / 32;
    const std::int64_t take = std::max<std::int64_t>(1, (std::stoll(what.arguments.front()) + width - 1) / width);
    const std::int64_t rest = std::min(to, from + take);
    const auto text = [](std::int64_t number) { return std::to_string(number); };
    if (rest == to) {
        list.pop_front();
    } else {
        list.front() = text(low) + ' ' + text(high) + ' ' + text(rest) + ' ' + text(to);
    }
    const std::size_t behind = rest == to ? list.size() : list.size() - 1;
    return {text(low), text(high), text(from), text(rest), text(to - rest), std::to_string(behind)};
}

std::vector<std::string> sim_redis::lock(const script& what) {
    value& held = keys_[what.key];
    if (!held.token.empty() && clock_.steady() < held.ends) return {};
    held.token = what.arguments.at(0);
    held.ends = clock_.steady() + std::chrono::milliseconds{std::stoll(what.arguments.at(1))};
    return {"taken"};
}

void sim_redis::unlock(const script& what) {
    const auto found = keys_.find(what.key);
    if (found != keys_.end() && found->second.token == what.arguments.front()) keys_.erase(found);
}

} // namespace vesta::testing

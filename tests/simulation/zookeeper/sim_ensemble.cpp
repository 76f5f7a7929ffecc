#include "sim_ensemble.hpp"

#include <algorithm>

namespace vesta::testing {
namespace {

using zookeeper::outcome;
using zookeeper::reply;
using zookeeper::request;
using verb = request::verb;

constexpr std::size_t most_kept = 8;
constexpr std::size_t most_late = 6;

std::string parent_of(const std::string& path) {
    return path.substr(0, path.rfind('/'));
}

bool is_read(const request& one) {
    return one.what == verb::get || one.what == verb::children;
}

bool is_of_a_row(const std::string& path) {
    return path.find("/machines/") != std::string::npos;
}

} // namespace

/// One session: over once it has expired.
class sim_ensemble::sim_client final : public zookeeper::client {
  public:
    explicit sim_client(sim_ensemble& to) : to_{to} {}

    bool is_over() override { return over_; }

    std::vector<reply> ask(std::span<const request> all) override {
        std::vector<reply> answers;
        for (const auto& each : all)
            answers.push_back(send({each}, [&] { return one(each); }));
        return answers;
    }

    reply ask_as_one(std::span<const request> all) override {
        const requests steps{all.begin(), all.end()};
        return send(steps, [&] { return to_.apply_as_one(steps); });
    }

  private:
    reply one(const request& what) {
        const bool after_sync = synced_;
        synced_ = what.what == verb::sync;
        if (!is_read(what)) return to_.apply(to_.nodes_, what);
        tree seen = to_.seen_by_a_reader(after_sync);
        return to_.apply(seen, what);
    }

    template <class Done>
    reply send(const requests& what, const Done& done) {
        if (over_) return {.code = outcome::failed, .text = "session expired"};
        switch (to_.next_trouble()) {
        case trouble::expired:
            over_ = true;
            return {.code = outcome::failed, .text = "session expired"};
        case trouble::lost:
            return {};
        case trouble::late:
            if (!is_read(what.front()) && to_.late_.size() < most_late) to_.late_.push_back(what);
            return {};
        case trouble::unanswered:
            static_cast<void>(done());
            return {};
        case trouble::none:
            break;
        }
        return done();
    }

    sim_ensemble& to_;
    bool over_ = false;
    bool synced_ = false;
};

zookeeper::connector sim_ensemble::connector() {
    return [this](const zookeeper::options&) -> result<std::unique_ptr<zookeeper::client>> {
        return std::unique_ptr<zookeeper::client>{std::make_unique<sim_client>(*this)};
    };
}

sim_ensemble::trouble sim_ensemble::next_trouble() {
    if (frozen_) return trouble::late;
    if (strikes(habits_.lost)) return trouble::lost;
    if (strikes(habits_.unanswered)) return trouble::unanswered;
    if (strikes(habits_.late)) return trouble::late;
    return strikes(habits_.expired) ? trouble::expired : trouble::none;
}

reply sim_ensemble::apply(tree& to, const request& one) const {
    if (one.what == verb::sync) return {.code = outcome::done};
    if (one.what == verb::create) {
        const std::string above = parent_of(one.path);
        if (!above.empty() && !to.contains(above)) return {.code = outcome::no_node};
        const auto now = std::chrono::floor<std::chrono::milliseconds>(clock_.now()).time_since_epoch().count();
        const bool made = to.try_emplace(one.path, entry{one.data, 0, now}).second;
        return {.code = made ? outcome::done : outcome::node_exists, .text = one.path};
    }
    const auto found = to.find(one.path);
    const bool overlooked = !twins_.telling && one.what == verb::check && is_of_a_row(one.path);
    if (found == to.end()) return {.code = overlooked ? outcome::done : outcome::no_node};
    if (one.version >= 0 && twins_.comparing && one.version != found->second.version)
        return {.code = outcome::bad_version};
    return change(to, one);
}

/// Of a node that is there, and of the right version.
reply sim_ensemble::change(tree& to, const request& one) const {
    entry& found = to.at(one.path);
    const auto below = [&](const auto& each) { return parent_of(each.first) == one.path; };
    if (one.what == verb::remove) {
        if (std::ranges::any_of(to, below)) return {.code = outcome::not_empty};
        to.erase(one.path);
        return {.code = outcome::done};
    }
    if (one.what == verb::set) {
        const auto now = std::chrono::floor<std::chrono::milliseconds>(clock_.now()).time_since_epoch().count();
        found = {one.data, found.version + 1, now};
    }
    reply got{.code = outcome::done, .version = found.version, .modified_ms = found.modified_ms};
    if (one.what == verb::get) got.text = found.data;
    if (one.what == verb::children)
        for (const auto& each : to)
            if (below(each)) got.names.push_back(each.first.substr(one.path.size() + 1));
    return got;
}

reply sim_ensemble::apply_as_one(const requests& all) {
    tree after = nodes_;
    reply last{.code = outcome::done};
    for (const auto& each : all) {
        reply got = apply(after, each);
        if (got.code != outcome::done) return got;
        if (each.what == verb::set) last = std::move(got);
    }
    nodes_ = std::move(after);
    return last;
}

const sim_ensemble::tree& sim_ensemble::seen_by_a_reader(bool synced) {
    const bool behind = !synced && strikes(habits_.stale) && !kept_.empty();
    return behind ? dice_.pick(kept_) : nodes_;
}

void sim_ensemble::deliver_one() {
    if (late_.empty()) return;
    const auto at = late_.begin() + static_cast<std::ptrdiff_t>(dice_.below(late_.size())); // in any order
    const requests what = std::move(*at);
    late_.erase(at);
    if (!dice_.one_in(4)) static_cast<void>(apply_as_one(what));
}

void sim_ensemble::remove_all(const std::string& path) {
    std::erase_if(nodes_, [&](const auto& each) { return (each.first + "/").starts_with(path + "/"); });
}

void sim_ensemble::keep() {
    kept_.push_back(nodes_);
    if (kept_.size() > most_kept) kept_.pop_front();
}

void sim_ensemble::restore(std::size_t back) {
    if (kept_.empty()) return;
    back = std::min(back, kept_.size() - 1);
    nodes_ = kept_[kept_.size() - 1 - back];
    kept_.erase(kept_.end() - static_cast<std::ptrdiff_t>(back), kept_.end());
    if (twins_.new_reigns) remove_all("/vesta/sim/reign");
}

} // namespace vesta::testing

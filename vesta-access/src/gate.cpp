#include <vesta/access/gate.hpp>

namespace vesta::access {

std::shared_ptr<const access_list> gate::list() const {
    const std::lock_guard lock{guard_};
    return list_;
}

void gate::replace(access_list next) {
    auto made = std::make_shared<const access_list>(std::move(next));
    const std::lock_guard lock{guard_};
    list_ = std::move(made);
    generation_.fetch_add(1, std::memory_order_release);
    counted_.replaced.fetch_add(1, std::memory_order_relaxed);
}

void gate::note_unknown_token(std::string_view address, clock::time_point now) {
    const auto all = counted_.unknown_tokens.fetch_add(1, std::memory_order_relaxed) + 1;
    const std::lock_guard lock{guard_};
    if (!log_ || (logged_count_ != 0 && now - logged_ < std::chrono::seconds{1})) return;
    const auto since = all - logged_count_;
    logged_ = now;
    logged_count_ = all;
    log_("a token that is not in the access file, from " + std::string{address} +
         (since > 1 ? "; " + std::to_string(since) + " since the last of these lines" : ""));
}

figures gate::counted_figures() const {
    figures all;
    const auto refused = [&](const char* reason, const std::atomic<std::uint64_t>& count) {
        all.counter("vesta_access_refused_total", "Requests refused for lack of rights, by reason.",
                    count.load(std::memory_order_relaxed), {{"reason", reason}});
    };
    refused("unknown-token", counted_.unknown_tokens);
    refused("not-permitted", counted_.not_permitted);
    refused("over-quota", counted_.over_quota);
    all.counter("vesta_access_reloads_total", "Times that another access file came into force.",
                counted_.replaced.load(std::memory_order_relaxed));
    return all;
}

} // namespace vesta::access

#include "aside.hpp"
#include "known_file.hpp"
#include "sealed_text.hpp"

#include <vesta/base/number.hpp>
#include <vesta/file/lease_memory.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace vesta::file {
namespace {

using marks = lease_memory::marks;

constexpr std::string_view first_line_of_leases = "vesta-leases 1\n";
constexpr std::size_t most_kept = 1024;
// The largest instant that marks are read with (docs/state.md).
constexpr std::int64_t latest_ms = 253402300800000;
// How long a caller waits for the disk; a renewal has more time than that.
constexpr std::chrono::milliseconds patience_while_running{1000};
constexpr std::chrono::milliseconds patience_at_the_end{5000}; // synchronising takes longer

/// Keeps the marks furthest ahead: a mark long past guards nothing.
void forget_the_oldest(marks& all) {
    if (all.size() <= most_kept) return;
    std::vector<unix_ms> in_order;
    for (const auto& [id, mark] : all)
        in_order.push_back(mark);
    std::ranges::sort(in_order, std::greater{});
    std::erase_if(all, [&](const auto& each) { return each.second < in_order[most_kept - 1]; });
}

std::string write_marks(const marks& all) {
    std::string text{first_line_of_leases};
    for (const auto& [id, mark] : all)
        text += "mark " + std::to_string(mark.time_since_epoch().count()) + " " + std::to_string(id.value) + "\n";
    return seal(std::move(text));
}

std::optional<marks::value_type> read_mark_line(std::string_view line) {
    const auto mark = read_canonical<std::int64_t>(take_word(line));
    const auto id = read_canonical<std::uint32_t>(line);
    if (!mark || *mark < 0 || *mark > latest_ms || !id) return {};
    return marks::value_type{machine_id{*id}, unix_ms{std::chrono::milliseconds{*mark}}};
}

result<marks> read_marks(const std::optional<std::string>& text) {
    const error damaged{errc::state_unusable, "it is damaged: its content and its checksum do not fit"};
    marks all;
    if (!text) return all; // none was kept
    const auto lines = check_seal(*text);
    if (!lines || !lines->starts_with(first_line_of_leases)) return damaged;
    for (std::string_view rest = lines->substr(first_line_of_leases.size()); !rest.empty();) {
        const auto line = take_line(rest, "mark");
        const auto one = line ? read_mark_line(*line) : std::nullopt;
        if (!one) return damaged;
        all.insert(*one);
    }
    return all;
}

/// A line of the log.
struct log_line {
    severity how_bad;
    std::string text;
};

/// The file, and what this process wrote there. One job at a time uses it.
class kept_marks {
  public:
    explicit kept_marks(std::filesystem::path path)
        : file_{std::move(path),
                [this](severity how_bad, std::string_view line) { said_.push_back({how_bad, std::string{line}}); }} {}
    kept_marks(const kept_marks&) = delete;
    kept_marks& operator=(const kept_marks&) = delete;

    marks load() {
        const auto text = file_.load();
        auto found = text ? read_marks(*text) : result<marks>{text.error()};
        const std::string trouble = found ? "" : found.error().message;
        if (!found && trouble != unread_)
            file_.tell(severity::warning,
                       trouble + "; the marks of machine IDs before this start are not known, and not guarded");
        unread_ = trouble;
        return found ? *std::move(found) : marks{};
    }

    void keep(const marks& changed, bool for_good) {
        change(
            [&](marks& all) {
                for (const auto& [id, mark] : changed)
                    enter(all, id, mark);
                forget_the_oldest(all);
            },
            for_good);
    }

    void forget(machine_id id) {
        mine_.erase(id);
        change([&](marks& all) { all.erase(id); }, true);
    }

    /// What was to be said since the last call.
    std::vector<log_line> said() { return std::exchange(said_, {}); }

  private:
    template <class Change>
    void change(const Change& how, bool for_good) {
        file_.rewrite(
            [&] {
                marks all = load(); // another process of this host may have written since
                how(all);
                return write_marks(all);
            },
            for_good, "a store that forgets the marks of machine IDs is not noticed after a restart");
    }

    /// Lowers only what this process wrote itself: since it gave the machine ID back, another may have had it.
    void enter(marks& all, machine_id id, unix_ms mark) {
        unix_ms& there = all[id];
        const auto ours = mine_.find(id);
        if (mark > there || (ours != mine_.end() && ours->second == there)) there = mark;
        mine_[id] = mark;
    }

    std::vector<log_line> said_;
    known_file file_;
    std::string unread_;
    marks mine_;
};

class file_of_leases final : public lease_memory {
  public:
    file_of_leases(std::filesystem::path path, log_sink log)
        : path_{path.string()}, log_{std::move(log)}, file_{std::make_shared<kept_marks>(std::move(path))} {}

    std::string where() const override { return path_; }

    marks load() override {
        const std::lock_guard guard{guard_};
        const auto found = std::make_shared<marks>();
        if (is_done(patience_while_running, [of = file_, found] { *found = of->load(); })) read_ = *found;
        return read_;
    }

    void keep(machine_id id, unix_ms mark, bool for_good) override {
        const std::lock_guard guard{guard_};
        waiting_[id] = mark;
        const auto job = [of = file_, changed = waiting_, for_good] { of->keep(changed, for_good); };
        if (is_done(for_good ? patience_at_the_end : patience_while_running, job)) waiting_.clear();
    }

    void forget(machine_id id) override {
        const std::lock_guard guard{guard_};
        waiting_.erase(id);
        is_done(patience_at_the_end, [of = file_, id] { of->forget(id); });
    }

  private:
    /// Whether the disk did @p job in time. Says here what it has to say: a job that hangs may outlive the log.
    bool is_done(std::chrono::milliseconds within, std::function<void()> job) {
        const bool done = aside_.do_within(within, std::move(job));
        if (done)
            for (const auto& each : file_->said())
                tell(each);
        if (std::exchange(hangs_, !done) == done)
            tell(done ? log_line{severity::info, path_ + ": the disk answers again"}
                      : log_line{severity::warning, path_ + ": the disk does not answer; until it does, the marks of "
                                                            "machine IDs are not kept"});
        return done;
    }

    void tell(const log_line& what) const {
        if (log_) log_(what.how_bad, what.text);
    }

    const std::string path_;
    const log_sink log_;
    std::mutex guard_;
    const std::shared_ptr<kept_marks> file_; // jobs share it
    aside aside_;
    marks waiting_; // not in the file yet
    marks read_;
    bool hangs_ = false;
};

} // namespace

std::shared_ptr<lease_memory> remember_leases(std::filesystem::path path, log_sink log) {
    return std::make_shared<file_of_leases>(std::move(path), std::move(log));
}

} // namespace vesta::file

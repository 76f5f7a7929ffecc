#include <vesta/survey/id_sorter.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <queue>
#include <span>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace vesta::survey {
namespace {

constexpr std::size_t least_memory = 1024 * 1024;
constexpr std::size_t least_buffer = 256; // IDs of one run in memory

/// A file that nobody else finds.
int open_unnamed(const std::filesystem::path& folder) {
    std::string name = (folder / "vesta-audit-XXXXXX").string();
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0) ::unlink(name.c_str());
    return file;
}

} // namespace

/// The sorted runs, one behind the other in one file.
class id_sorter::runs {
  public:
    explicit runs(const std::filesystem::path& folder)
        : folder_{folder}, file_{open_unnamed(folder)}, failed_{file_ < 0 ? errno : 0} {}
    runs(const runs&) = delete;
    runs& operator=(const runs&) = delete;
    ~runs() {
        if (file_ >= 0) ::close(file_);
    }

    /// Writes more of the last run.
    result<void> write(std::span<const placed_id> sorted) {
        if (file_ < 0) return trouble(failed_);
        auto left = std::as_bytes(sorted);
        while (!left.empty()) {
            const ssize_t written = ::write(file_, left.data(), left.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return trouble(errno);
            left = left.subspan(static_cast<std::size_t>(written));
        }
        written_ += sorted.size();
        return {};
    }
    void end_run() { ends_.push_back(written_); }
    std::size_t count() const noexcept { return ends_.size(); }

    result<void> merge(std::size_t most_held, const std::function<void(const placed_id&)>& each) const;

  private:
    /// Of one run, what is not merged yet.
    struct rest {
        std::uint64_t begin;
        std::uint64_t end;
        std::vector<placed_id> read{};
        std::size_t taken = 0;

        const placed_id& front() const noexcept { return read[taken]; }
    };

    result<bool> advance(rest& of, std::size_t room) const;
    error trouble(int why) const {
        return {errc::internal, "cannot sort in " + folder_.string() + ": " + std::generic_category().message(why) +
                                    "; name a folder with 16 bytes of room for each ID"};
    }

    const std::filesystem::path folder_;
    const int file_;
    const int failed_;
    std::uint64_t written_ = 0;
    std::vector<std::uint64_t> ends_;
};

/// Goes to the next ID of a run, reading up to @p room of them. False at its end.
result<bool> id_sorter::runs::advance(rest& of, std::size_t room) const {
    if (++of.taken < of.read.size()) return true;
    of.taken = 0;
    of.read.resize(std::min<std::uint64_t>(room, of.end - of.begin));
    const auto bytes = std::as_writable_bytes(std::span{of.read});
    for (std::size_t done = 0; done < bytes.size();) {
        const auto from = static_cast<off_t>(of.begin * sizeof(placed_id) + done);
        const ssize_t got = ::pread(file_, bytes.data() + done, bytes.size() - done, from);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return trouble(got < 0 ? errno : EIO);
        done += static_cast<std::size_t>(got);
    }
    of.begin += of.read.size();
    return !of.read.empty();
}

result<void> id_sorter::runs::merge(std::size_t most_held, const std::function<void(const placed_id&)>& each) const {
    const std::size_t room = std::max<std::size_t>(most_held / ends_.size(), least_buffer);
    std::vector<rest> all;
    for (std::uint64_t begin = 0; const std::uint64_t end : ends_)
        all.push_back({.begin = std::exchange(begin, end), .end = end});
    const auto later = [](const rest* a, const rest* b) { return a->front() > b->front(); };
    std::priority_queue<rest*, std::vector<rest*>, decltype(later)> next{later};
    for (rest& of : all) {
        const auto some = advance(of, room);
        if (!some) return some.error();
        if (*some) next.push(&of);
    }
    while (!next.empty()) {
        rest* const of = next.top();
        next.pop();
        each(of->front());
        const auto more = advance(*of, room);
        if (!more) return more.error();
        if (*more) next.push(of);
    }
    return {};
}

id_sorter::id_sorter(std::size_t memory, std::filesystem::path folder)
    : most_held_{std::max(memory, least_memory) / sizeof(placed_id)}, folder_{std::move(folder)} {
    held_.reserve(most_held_); // the system gives memory as it is used
}

id_sorter::~id_sorter() = default;

result<void> id_sorter::add(const placed_id& one) {
    ++size_;
    held_.push_back(one);
    return held_.size() < most_held_ ? result<void>{} : spill();
}

result<void> id_sorter::spill() {
    std::ranges::sort(held_);
    if (!runs_) runs_ = std::make_unique<runs>(folder_);
    auto written = runs_->write(held_);
    runs_->end_run();
    held_.clear();
    // Each run needs a buffer when they are merged.
    if (written && runs_->count() >= most_held_ / least_buffer) return merge_runs();
    return written;
}

/// Makes one run of all.
result<void> id_sorter::merge_runs() {
    auto one = std::make_unique<runs>(folder_);
    result<void> written;
    auto merged = runs_->merge(most_held_ / 2, [&](const placed_id& each) {
        held_.push_back(each);
        if (held_.size() < most_held_ / 2 || !written) return;
        written = one->write(held_);
        held_.clear();
    });
    if (merged && written) written = one->write(held_);
    held_.clear();
    one->end_run();
    runs_ = std::move(one);
    return merged ? written : merged;
}

result<void> id_sorter::in_order(const std::function<void(const placed_id&)>& each) {
    if (!runs_) {
        std::ranges::sort(held_);
        std::ranges::for_each(held_, each);
        return {};
    }
    if (auto written = spill(); !written) return written;
    std::vector<placed_id>{}.swap(held_);
    return runs_->merge(most_held_, each);
}

} // namespace vesta::survey

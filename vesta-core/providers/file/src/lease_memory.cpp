#include "known_file.hpp"
#include "sealed_text.hpp"

#include <vesta/file/lease_memory.hpp>

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace vesta::file {
namespace {

using marks = lease_memory::marks;

constexpr std::string_view first_line = "vesta-leases 1\n";
constexpr std::size_t most_kept = 1024;
// The largest instant that marks are read with (docs/state.md).
constexpr std::int64_t latest_ms = 253402300800000;

/// Keeps the marks furthest ahead: a mark long past guards nothing.
void forget_the_oldest(marks& all) {
    if (all.size() <= most_kept) return;
    std::vector<unix_ms> in_order;
    for (const auto& [id, mark] : all)
        in_order.push_back(mark);
    std::ranges::sort(in_order, std::greater{});
    std::erase_if(all, [&](const auto& each) { return each.second < in_order[most_kept - 1]; });
}

std::string write(const marks& all) {
    std::string text{first_line};
    for (const auto& [id, mark] : all)
        text += "mark " + std::to_string(mark.time_since_epoch().count()) + " " + std::to_string(id.value) + "\n";
    return seal(std::move(text));
}

std::optional<marks::value_type> read_line(std::string_view line) {
    const auto mark = read_number<std::int64_t>(take_word(line));
    const auto id = read_number<std::uint32_t>(line);
    if (!mark || *mark < 0 || *mark > latest_ms || !id) return {};
    return marks::value_type{machine_id{*id}, unix_ms{std::chrono::milliseconds{*mark}}};
}

result<marks> read(const std::optional<std::string>& text) {
    const error damaged{errc::state_unusable, "it is damaged: its content and its checksum do not fit"};
    marks all;
    if (!text) return all; // none was kept
    const auto lines = check_seal(*text);
    if (!lines || !lines->starts_with(first_line)) return damaged;
    for (std::string_view rest = lines->substr(first_line.size()); !rest.empty();) {
        const auto line = take_line(rest, "mark");
        const auto one = line ? read_line(*line) : std::nullopt;
        if (!one) return damaged;
        all.insert(*one);
    }
    return all;
}

class file_memory final : public lease_memory {
  public:
    explicit file_memory(known_file in) : file_{std::move(in)} {}

    std::string where() const override { return file_.path().string(); }

    marks load() override {
        const std::lock_guard guard{guard_};
        return read_file();
    }

    void keep(machine_id id, unix_ms mark, bool for_good) override {
        const std::lock_guard guard{guard_};
        marks all = read_file(); // another process of this host may have written since
        all.insert_or_assign(id, mark);
        forget_the_oldest(all);
        file_.save(write(all), for_good,
                   "a store that forgets the marks of machine IDs is not noticed after a restart");
    }

  private:
    marks read_file() {
        const auto text = file_.load();
        auto found = text ? read(*text) : result<marks>{text.error()};
        const std::string trouble = found ? "" : found.error().message;
        if (!found && trouble != unread_)
            file_.tell(trouble + "; the marks of machine IDs before this start are not known, and not guarded");
        unread_ = trouble;
        return found ? *std::move(found) : marks{};
    }

    std::mutex guard_;
    known_file file_;
    std::string unread_;
};

} // namespace

std::shared_ptr<lease_memory> remember_leases(std::filesystem::path path, std::function<void(std::string_view)> log) {
    return std::make_shared<file_memory>(known_file{std::move(path), std::move(log)});
}

} // namespace vesta::file

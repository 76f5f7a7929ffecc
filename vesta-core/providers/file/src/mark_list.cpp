#include "file_calls.hpp"
#include "file_lock.hpp"
#include "folder.hpp"
#include "mark_series.hpp"
#include "place.hpp"

#include <vesta/base/number.hpp>
#include <vesta/file/mark_list.hpp>

#include <algorithm>
#include <set>
#include <system_error>

namespace vesta::file {
namespace {

using listing = std::vector<std::string>;

/// The machine IDs that files are named after.
std::set<std::uint32_t> machines_in(const listing& all) {
    constexpr std::string_view stem = "machine-";
    std::set<std::uint32_t> found;
    for (const std::string_view each : all) {
        if (!each.starts_with(stem)) continue;
        const auto rest = each.substr(stem.size());
        if (const auto id = read_canonical<std::uint32_t>(rest.substr(0, rest.find('.')))) found.insert(*id);
    }
    return found;
}

/// The file of the mark that counts; empty if there is none.
std::string name_of_mark(const listing& all, const mark_names& names) {
    std::uint64_t highest = 0;
    for (const auto& each : all)
        highest = std::max(highest, names.number_of(each).value_or(0));
    if (highest != 0) return names.numbered(highest);
    return std::ranges::find(all, names.fence()) != all.end() ? names.fence() : "";
}

class lister {
  public:
    lister(std::unique_ptr<disk> on, descriptor folder) : on_{std::move(on)}, folder_{std::move(folder)} {}

    result<std::vector<listed_mark>> list() {
        const auto all = on_->list();
        if (!all) return all.error();
        std::vector<listed_mark> marks;
        for (const auto machine : machines_in(*all))
            for (const std::string method : all_methods) {
                const mark_names names{machine_id{machine}, method};
                if (const auto file = name_of_mark(*all, names); !file.empty())
                    marks.push_back(examine({machine_id{machine}, method}, names, file));
            }
        return marks;
    }

  private:
    listed_mark examine(listed_mark mark, const mark_names& names, const std::string& file) {
        const auto record = read(names, file);
        if (!record || record->machine != mark.machine || record->method != mark.method) {
            mark.unusable = file + ": " + (record ? "it belongs to another machine ID" : record.error().message);
        } else {
            mark.process = record->process;
            mark.mark = record->mark;
            mark.history = record->history;
        }
        if (auto looked = look_at_lock(names, record, mark); !looked) mark.unusable = looked.error().message;
        return mark;
    }

    /// A live owner may replace the file meanwhile.
    result<mark_record> read(const mark_names& names, std::string file) {
        constexpr int most = 8;
        for (int attempt = 0; attempt < most; ++attempt) {
            const auto content = on_->read(file);
            if (!content) return content.error();
            if (*content && **content == fence_text) break;
            if (*content) return read_mark(**content);
            const auto all = on_->list();
            if (!all) return all.error();
            file = name_of_mark(*all, names);
        }
        return error{errc::state_unusable, "the numbered marks next to it are missing"};
    }

    /// Whether it is held, and whether the folder is a copy.
    result<void> look_at_lock(const mark_names& names, const result<mark_record>& record, listed_mark& mark) const {
        const auto path = on_->folder() / names.lock();
        const auto lock = open_to_read(folder_, names.lock(), path);
        if (!lock) return lock.error();
        if (!lock->is_open()) return {};
        const auto held = is_locked(lock->number(), path);
        if (!held) return held.error();
        mark.held = *held;
        const auto here = place_of(folder_.number(), lock->number(), on_->folder());
        if (!here) return here.error();
        if (record && record->where && !same_place(*record->where, *here))
            mark.unusable = "it was written in another place: the folder is a copy; see docs/state.md, and `vesta "
                            "machines release " +
                            std::to_string(mark.machine.value) + "`";
        return {};
    }

    const std::unique_ptr<disk> on_;
    const descriptor folder_;
};

} // namespace

result<std::vector<listed_mark>> list_marks(const std::filesystem::path& folder) {
    std::error_code failed;
    if (!std::filesystem::exists(folder, failed)) return std::vector<listed_mark>{};
    auto on = open_disk(folder);
    if (!on) return std::move(on).error();
    auto opened = open_folder((*on)->folder());
    if (!opened) return std::move(opened).error();
    return lister{*std::move(on), *std::move(opened)}.list();
}

} // namespace vesta::file

#include "tag_looks.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace vesta::embed {
namespace {

constexpr std::string_view first_line = "vesta-tag-looks 1";
constexpr std::int64_t day_ms = 86'400'000;

} // namespace

tag_looks::tag_looks(std::filesystem::path file) : file_{std::move(file)} {
    std::ifstream in{file_};
    std::string line;
    if (!std::getline(in, line) || line != first_line) return;
    looks read;
    while (in >> read.base.at_ms >> read.base.max_id >> read.next.at_ms >> read.next.max_id && in.get() == ' ' &&
           std::getline(in, line))
        before_.insert_or_assign(line, read);
}

std::optional<tag_rate> tag_looks::note(const tag_row& row, unix_ms now) {
    const look here{now.time_since_epoch().count(), row.max_id};
    if (!check_tag(row.tag)) return {}; // it could not be read back, and nobody can use it
    const auto found = before_.find(row.tag);
    if (found == before_.end() || found->second.base.at_ms >= here.at_ms) {
        noted_.insert_or_assign(row.tag, looks{here, here});
        return {};
    }
    const auto [base, next] = found->second;
    const bool aged = here.at_ms - next.at_ms >= day_ms;
    noted_.insert_or_assign(row.tag, aged ? looks{next, here} : looks{base, next});
    const double days = static_cast<double>(here.at_ms - base.at_ms) / day_ms;
    // It falls where numbers were given back.
    const std::int64_t used = here.max_id <= base.max_id || base.max_id < 0 ? 0 : here.max_id - base.max_id;
    return tag_rate{static_cast<double>(used) / days, unix_ms{std::chrono::milliseconds{base.at_ms}}};
}

result<void> tag_looks::save() const {
    const std::filesystem::path unfinished = file_.string() + "." + std::to_string(::getpid());
    std::error_code ignored;
    std::filesystem::create_directories(file_.parent_path(), ignored);
    std::ofstream out{unfinished};
    out << first_line << '\n';
    for (const auto& [tag, each] : noted_)
        out << each.base.at_ms << ' ' << each.base.max_id << ' ' << each.next.at_ms << ' ' << each.next.max_id << ' '
            << tag << '\n';
    out.close();
    std::error_code failed;
    if (out) std::filesystem::rename(unfinished, file_, failed);
    if (out && !failed) return {};
    std::filesystem::remove(unfinished, ignored);
    return error{errc::state_unusable, "cannot write " + file_.string()};
}

} // namespace vesta::embed

#include "known_file.hpp"
#include "sealed_text.hpp"

#include <vesta/base/number.hpp>
#include <vesta/file/group_memory.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace vesta::file {
namespace {

constexpr std::string_view first_line_of_groups = "vesta-groups 1\n";

result<std::int64_t> read_groups(const known_file& in) {
    const auto text = in.load();
    if (!text) return text.error();
    if (!*text) return std::int64_t{0}; // none was kept
    const error damaged{errc::state_unusable, "it is damaged: its content and its checksum do not fit"};
    const auto lines = check_seal(**text);
    if (!lines || !lines->starts_with(first_line_of_groups)) return damaged;
    std::string_view rest = lines->substr(first_line_of_groups.size());
    const auto seen = take_line(rest, "seen");
    const auto groups = seen ? read_canonical<std::int64_t>(*seen) : std::nullopt;
    if (!groups || *groups < 0 || !rest.empty()) return damaged;
    return *groups;
}

std::string write_groups(std::int64_t groups) {
    return seal(std::string{first_line_of_groups} + "seen " + std::to_string(groups) + '\n');
}

class file_of_groups final : public group_memory {
  public:
    explicit file_of_groups(known_file in) : file_{std::move(in)} {}

    std::string where() const override { return file_.path().string(); }

    std::int64_t load() override {
        const auto groups = read_groups(file_);
        if (groups) return *groups;
        file_.tell(severity::warning,
                   groups.error().message + "; a database that was put back before this start is not noticed");
        return 0;
    }

    void keep(std::int64_t groups) override {
        const auto text = [&] {
            const auto kept = read_groups(file_); // one that is damaged is written over
            return write_groups(kept ? std::max(groups, *kept) : groups);
        };
        file_.rewrite(text, false, "a database that is put back may not be noticed at the next start");
    }

  private:
    known_file file_;
};

} // namespace

std::shared_ptr<group_memory> remember_groups(std::filesystem::path path, log_sink log) {
    return std::make_shared<file_of_groups>(known_file{std::move(path), std::move(log)});
}

} // namespace vesta::file

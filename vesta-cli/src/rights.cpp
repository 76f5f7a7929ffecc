#include "rights.hpp"

#include <vesta/embed/access_file.hpp>

#include <spdlog/spdlog.h>

namespace vesta::cli {

result<rights> rights::read(const embed::security_settings& from) {
    rights made;
    made.file_ = from.access_file;
    if (from.access_file.empty()) return made;
    auto list = embed::load_access(from.access_file);
    if (!list) return std::move(list).error();
    made.gate_ =
        std::make_unique<access::gate>(*std::move(list), [](std::string_view line) { spdlog::warn("{}", line); });
    return made;
}

void rights::reload() {
    if (!gate_) return spdlog::info("SIGHUP: the settings name no access file; there is nothing to read again");
    auto list = embed::load_access(file_, gate_->list().get());
    if (!list)
        return spdlog::error("SIGHUP: the access file is not read again, and what it said before holds: {}",
                             list.error().message);
    gate_->replace(*std::move(list));
    spdlog::info("SIGHUP: {} was read again and is in force", file_.string());
}

} // namespace vesta::cli

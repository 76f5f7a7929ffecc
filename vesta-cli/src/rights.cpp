#include "rights.hpp"

#include <vesta/embed/access_file.hpp>

#include <spdlog/spdlog.h>

namespace vesta::cli {

result<rights> rights::read(const embed::security_settings& from) {
    rights made;
    if (from.access_file.empty()) return made;
    auto list = embed::load_access(from.access_file);
    if (!list) return std::move(list).error();
    made.gate_ =
        std::make_unique<access::gate>(*std::move(list), [](std::string_view line) { spdlog::warn("{}", line); });
    return made;
}

result<std::optional<access::access_list>> rights::read_again(const embed::security_settings& from) const {
    if (from.access_file.empty() == (gate_ != nullptr))
        return error{errc::invalid_settings,
                     "security.access-file cannot be added or removed while the servers run; restart"};
    if (!gate_) return std::optional<access::access_list>{};
    auto list = embed::load_access(from.access_file, gate_->list().get());
    if (!list) return std::move(list).error();
    return std::optional{*std::move(list)};
}

void rights::replace(std::optional<access::access_list> next) {
    if (next) gate_->replace(*std::move(next));
}

} // namespace vesta::cli

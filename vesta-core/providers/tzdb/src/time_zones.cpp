#include <vesta/base/quote.hpp>
#include <vesta/tzdb/time_zones.hpp>

#include <date/tz.h>

#include <exception>

namespace vesta::tzdb {
namespace {

class zone_of_system final : public time_zone {
  public:
    explicit zone_of_system(const date::time_zone& of) : time_zone{of.name()}, of_{of} {}
    std::chrono::seconds ahead_at(std::chrono::sys_seconds at) const override { return of_.get_info(at).offset; }

  private:
    const date::time_zone& of_; // in the library's list, until the process ends
};

} // namespace

result<std::shared_ptr<const time_zone>> find_zone(const std::string& name) try {
    auto found = std::make_shared<const zone_of_system>(*date::locate_zone(name));
    static_cast<void>(found->ahead_at({})); // reads its file
    return std::shared_ptr<const time_zone>{std::move(found)};
} catch (const std::exception& failed) {
    return error{errc::invalid_settings,
                 in_quotes(name) + " is no time zone of this system's database, as Europe/Berlin or UTC is (" +
                     in_quotes(failed.what()) + "); Debian has it in the package tzdata"};
}

} // namespace vesta::tzdb

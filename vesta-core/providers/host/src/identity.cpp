#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/host/identity.hpp>

#include <array>
#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace vesta::host {

result<std::string> host_name() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0)
        return error{errc::internal, "cannot read the host name: " + std::generic_category().message(errno)};
    return std::string{name.data()};
}

result<std::uint32_t> ordinal(std::string_view host_name) {
    const auto label = host_name.substr(0, host_name.find('.'));
    const auto dash = label.rfind('-');
    const auto digits = dash == std::string_view::npos ? "" : label.substr(dash + 1);
    const auto number = read_number<std::uint32_t>(digits);
    if (number && (digits.size() == 1 || !digits.starts_with('0'))) return *number;
    return error{
        errc::invalid_settings,
        "the host name " + in_quotes(host_name) +
            " does not end in a number as in 'vesta-3', without zeros before it, so there is no machine ID in it"};
}

} // namespace vesta::host

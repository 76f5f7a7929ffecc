#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/kubernetes/options.hpp>
#include <vesta/tls/context.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace vesta::kubernetes {
namespace {

constexpr std::uint16_t usual_port = 443;
constexpr std::size_t longest_label = 63;

std::string variable(const char* name) {
    const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): read while settings are loaded
    return value == nullptr ? "" : value;
}

std::string first_line_of(const std::string& file) {
    std::ifstream in{file};
    std::string line;
    std::getline(in, line);
    return line;
}

/// A DNS label (RFC 1123), which is what namespaces are, and parts of names between dots.
bool is_label(const std::string& text) {
    const auto good = [](char each) {
        return (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9') || each == '-';
    };
    return !text.empty() && text.size() <= longest_label && std::ranges::all_of(text, good) && text.front() != '-' &&
           text.back() != '-';
}

error misfit(const options& of, const std::string& what) {
    return {errc::invalid_settings, of.name + "." + what};
}

error not_told(const options& of, const std::string& what, const std::string& where) {
    return misfit(of, what + " is empty, and " + where + " does not tell it: this is no pod of Kubernetes; name it");
}

} // namespace

result<options> completed(options of, const std::string& account) {
    if (of.host.empty()) {
        of.host = variable("KUBERNETES_SERVICE_HOST");
        if (of.host.empty()) return not_told(of, "host", "$KUBERNETES_SERVICE_HOST");
        if (of.port == 0) of.port = read_number<std::uint16_t>(variable("KUBERNETES_SERVICE_PORT")).value_or(0);
    }
    if (of.port == 0) of.port = usual_port;
    if (of.space.empty()) of.space = first_line_of(account + "/namespace");
    if (of.space.empty()) return not_told(of, "namespace", account + "/namespace");
    if (of.token.empty() && of.token_file.empty()) of.token_file = account + "/token";
    std::error_code unused;
    if (of.tls.ca_file.empty() && std::filesystem::exists(account + "/ca.crt", unused))
        of.tls.ca_file = account + "/ca.crt";
    return of;
}

result<void> check(const options& of) {
    if (of.host.empty() || of.port == 0 || of.host.find_first_of(" /,@\r\n") != std::string::npos)
        return misfit(of, "host is " + in_quotes(of.host) + "; with kind: kubernetes it is one host, without a port");
    if (!is_label(of.space))
        return misfit(of, "namespace is " + in_quotes(of.space) +
                              "; it must be 1 to 63 lower-case letters, digits and hyphens");
    if (!is_label(of.fleet))
        return misfit(of, "database is " + in_quotes(of.fleet) +
                              "; with kind: kubernetes it begins the names of Lease objects, so it must be 1 to 63 "
                              "lower-case letters, digits and hyphens");
    return tls::make_context(of.tls).without_value();
}

} // namespace vesta::kubernetes

#include "bearer.hpp"
#include "first_line.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/kubernetes/options.hpp>
#include <vesta/tls/context.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace vesta::kubernetes {
namespace {

constexpr std::uint16_t usual_port = 443;
constexpr std::size_t longest_label = 63;

std::string variable(const char* name) {
    const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): read while settings are loaded
    return value == nullptr ? "" : value;
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
    return misfit(of, what + " is empty, and " + where +
                          " does not tell it: this is no pod of Kubernetes, or its service account "
                          "is not mounted; name it");
}

/// What every pod is told of the API server.
result<void> complete_place(options& of) {
    of.host = variable("KUBERNETES_SERVICE_HOST");
    if (of.host.empty()) return not_told(of, "host", "$KUBERNETES_SERVICE_HOST");
    const std::string told = variable("KUBERNETES_SERVICE_PORT");
    if (of.port != 0 || told.empty()) return {};
    of.port = read_number<std::uint16_t>(told).value_or(0);
    if (of.port == 0)
        return misfit(of, "port is left out, and $KUBERNETES_SERVICE_PORT is " + in_quotes(told) +
                              "; it must be a number from 1 to 65535");
    return {};
}

/// One host, and not with a port behind it, or in brackets.
bool is_host(const std::string& text) {
    return !text.empty() && text.find_first_of(" /,@[]\r\n") == std::string::npos && std::ranges::count(text, ':') != 1;
}

} // namespace

result<options> completed(options of, const std::string& account) {
    const bool is_told = of.host.empty();
    if (is_told)
        if (auto good = complete_place(of); !good) return std::move(good).error();
    if (of.port == 0) of.port = usual_port;
    if (of.space.empty())
        if (auto told = first_line_of(account + "/namespace")) of.space = *std::move(told);
    if (of.space.empty()) return not_told(of, "namespace", account + "/namespace");
    if (of.token.empty() && of.token_file.empty()) of.token_file = account + "/token";
    const std::string authority = account + "/ca.crt";
    std::error_code unused;
    if (of.tls.ca_file.empty() && std::filesystem::exists(authority, unused)) of.tls.ca_file = authority;
    // Else the token would go to any host that one of the system's authorities vouches for.
    if (is_told && of.tls.ca_file.empty())
        return misfit(of, "ca-file is empty, and " + authority + " is not there; name the authority of the API server");
    return of;
}

result<void> check(const options& of) {
    if (!is_host(of.host) || of.port == 0)
        return misfit(of, "host is " + in_quotes(of.host) +
                              "; with kind: kubernetes it is one host, without a port or brackets");
    if (!of.token.empty() && !is_token(of.token))
        return misfit(of,
                      "password-env: what the variable has is no token: it must be ASCII without spaces and line ends");
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

#include "certificates.hpp"

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <atomic>
#include <cstdio>
#include <stdexcept>

namespace vesta::testing {
namespace {

template <class T>
T* made(T* what) {
    if (what == nullptr) throw std::runtime_error{"OpenSSL failed"};
    return what;
}

std::shared_ptr<EVP_PKEY> make_key() {
    return {made(EVP_EC_gen("P-256")), EVP_PKEY_free};
}

void extend(X509& to, X509& by, int kind, const std::string& value) {
    X509V3_CTX about{};
    X509V3_set_ctx(&about, &by, &to, nullptr, nullptr, 0);
    const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> extension{
        made(X509V3_EXT_conf_nid(nullptr, &about, kind, value.c_str())), X509_EXTENSION_free};
    X509_add_ext(&to, extension.get(), -1);
}

/// Signed by @p by with @p with, or by itself where @p by is null.
std::shared_ptr<X509> make_certificate(const std::string& name, EVP_PKEY& of, X509* by, EVP_PKEY& with, long end,
                                       int kind, const std::string& value) {
    static std::atomic<long> serial{1};
    std::shared_ptr<X509> fresh{made(X509_new()), X509_free};
    X509_set_version(fresh.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(fresh.get()), serial++);
    X509_gmtime_adj(X509_getm_notBefore(fresh.get()), std::min(-3600L, end - 3600));
    X509_gmtime_adj(X509_getm_notAfter(fresh.get()), end);
    X509_set_pubkey(fresh.get(), &of);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(fresh.get()), "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509& signer = by != nullptr ? *by : *fresh;
    X509_set_issuer_name(fresh.get(), X509_get_subject_name(&signer));
    extend(*fresh, signer, kind, value);
    if (X509_sign(fresh.get(), &with, EVP_sha256()) == 0) throw std::runtime_error{"cannot sign"};
    return fresh;
}

template <class Write>
std::string write(const std::filesystem::path& file, Write call) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> to{made(std::fopen(file.c_str(), "w")), std::fclose};
    call(to.get());
    std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    return file.string();
}

} // namespace

authority::authority(const std::filesystem::path& folder, const std::string& name)
    : folder_{folder}, file_{(folder / (name + ".pem")).string()}, key_{make_key()},
      own_{make_certificate(name, *key_, nullptr, *key_, 3600, NID_basic_constraints, "critical,CA:TRUE")} {
    write(file_, [&](std::FILE* to) { PEM_write_X509(to, own_.get()); });
}

credentials authority::issue(const std::string& name, const std::string& names, std::chrono::seconds end) const {
    const auto key = make_key();
    const auto fresh = make_certificate(name, *key, own_.get(), *key_, end.count(), NID_subject_alt_name, names);
    return {write(folder_ / (name + ".pem"), [&](std::FILE* to) { PEM_write_X509(to, fresh.get()); }),
            write(folder_ / (name + ".key"),
                  [&](std::FILE* to) { PEM_write_PrivateKey(to, key.get(), nullptr, nullptr, 0, nullptr, nullptr); })};
}

} // namespace vesta::testing

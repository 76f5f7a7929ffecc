#include "credentials.hpp"

#include "pem_file.hpp"
#include "trouble.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>

namespace vesta::tls::openssl {
namespace {

error unusable(const std::string& file, const std::string& what) {
    const std::string why = take_trouble();
    return {errc::invalid_settings, file + " " + what + (why.empty() ? "" : ": " + why)};
}

bio_pointer over(const pem_file& file) {
    return bio_pointer{BIO_new_mem_buf(file.text().data(), static_cast<int>(file.text().size()))};
}

/// Nobody is asked for a pass phrase.
int no_pass_phrase(char*, int, int, void*) {
    return -1;
}

void note_dates(const X509& of, const std::string& file, std::vector<std::string>& warnings) {
    if (X509_cmp_current_time(X509_get0_notAfter(&of)) < 0) warnings.push_back(file + ": the certificate has expired");
    if (X509_cmp_current_time(X509_get0_notBefore(&of)) > 0)
        warnings.push_back(file + ": the certificate is not valid yet");
}

/// The certificates behind the first.
result<void> use_chain(SSL_CTX& to, BIO& from, const std::string& file) {
    while (const certificate_pointer next{PEM_read_bio_X509(&from, nullptr, no_pass_phrase, nullptr)})
        if (SSL_CTX_add1_chain_cert(&to, next.get()) != 1) return unusable(file, "has a certificate that is of no use");
    const unsigned long last = ERR_peek_last_error();
    if (ERR_GET_REASON(last) != PEM_R_NO_START_LINE) return unusable(file, "has a broken certificate behind the first");
    ERR_clear_error();
    return {};
}

result<void> use_certificate(SSL_CTX& to, const std::string& file, std::vector<std::string>& warnings) {
    const auto text = pem_file::read(file);
    if (!text) return text.error();
    const bio_pointer from = over(*text);
    const certificate_pointer own{PEM_read_bio_X509_AUX(from.get(), nullptr, no_pass_phrase, nullptr)};
    if (!own) return unusable(file, "holds no certificate in PEM");
    if (SSL_CTX_use_certificate(&to, own.get()) != 1) return unusable(file, "holds a certificate that is of no use");
    note_dates(*own, file, warnings);
    return use_chain(to, *from, file);
}

result<void> use_key(SSL_CTX& to, const std::string& file, const std::string& certificate,
                     std::vector<std::string>& warnings) {
    const auto text = pem_file::read(file);
    if (!text) return text.error();
    const bio_pointer from = over(*text);
    const key_pointer own{PEM_read_bio_PrivateKey(from.get(), nullptr, no_pass_phrase, nullptr)};
    if (!own) return unusable(file, "holds no private key in PEM, or one with a pass phrase");
    if (SSL_CTX_use_PrivateKey(&to, own.get()) != 1 || SSL_CTX_check_private_key(&to) != 1)
        return unusable(file, "is not the key of the certificate in " + certificate);
    if (text->is_readable_by_all()) warnings.push_back(file + ": all users of this host may read this private key");
    return {};
}

} // namespace

result<void> use_credentials(SSL_CTX& to, const std::string& certificate, const std::string& key,
                             std::vector<std::string>& warnings) {
    ERR_clear_error();
    if (auto used = use_certificate(to, certificate, warnings); !used) return used;
    return use_key(to, key, certificate, warnings);
}

} // namespace vesta::tls::openssl

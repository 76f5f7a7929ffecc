#include "authorities.hpp"

#include "pem_file.hpp"
#include "trouble.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>

namespace vesta::tls::openssl {

result<void> use_authorities(SSL_CTX& to, const std::string& file, telling whom) {
    ERR_clear_error();
    const auto text = pem_file::read(file);
    if (!text) return text.error();
    const bio_pointer from{BIO_new_mem_buf(text->text().data(), static_cast<int>(text->text().size()))};
    std::size_t found = 0;
    while (const certificate_pointer each{PEM_read_bio_X509(from.get(), nullptr, nullptr, nullptr)}) {
        X509_STORE_add_cert(SSL_CTX_get_cert_store(&to), each.get());
        if (whom == telling::clients) SSL_CTX_add_client_CA(&to, each.get());
        ++found;
    }
    const bool at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
    const std::string why = take_trouble();
    if (found != 0 && at_end) return {};
    return error{errc::invalid_settings, file + (found == 0 ? " holds no certificate in PEM" : " is broken: " + why)};
}

} // namespace vesta::tls::openssl

#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>

namespace vesta::tls::openssl {

template <auto Free>
struct freed_by {
    template <class T>
    void operator()(T* what) const noexcept {
        Free(what);
    }
};

using ssl_pointer = std::unique_ptr<SSL, freed_by<SSL_free>>;
using ssl_context_pointer = std::unique_ptr<SSL_CTX, freed_by<SSL_CTX_free>>;
using bio_pointer = std::unique_ptr<BIO, freed_by<BIO_free>>;
using bio_method_pointer = std::unique_ptr<BIO_METHOD, freed_by<BIO_meth_free>>;
using certificate_pointer = std::unique_ptr<X509, freed_by<X509_free>>;
using key_pointer = std::unique_ptr<EVP_PKEY, freed_by<EVP_PKEY_free>>;
using names_pointer = std::unique_ptr<GENERAL_NAMES, freed_by<GENERAL_NAMES_free>>;

} // namespace vesta::tls::openssl

#include "names.hpp"

#include <algorithm>
#include <string_view>

namespace vesta::tls::openssl {
namespace {

void add(std::vector<std::string>& to, const GENERAL_NAMES& all, int kind) {
    for (int i = 0; i < sk_GENERAL_NAME_num(&all); ++i) {
        const GENERAL_NAME* const each = sk_GENERAL_NAME_value(&all, i);
        if (each->type != kind) continue;
        const ASN1_IA5STRING* const text = each->d.ia5;
        const std::string_view name{reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
                                    static_cast<std::size_t>(ASN1_STRING_length(text))};
        if (std::ranges::all_of(name, [](char letter) { return letter > ' ' && letter < 127; })) to.emplace_back(name);
    }
}

} // namespace

std::vector<std::string> names_in(const X509& certificate) {
    std::vector<std::string> found;
    const names_pointer all{
        static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr))};
    if (!all) return found;
    add(found, *all, GEN_URI);
    add(found, *all, GEN_DNS);
    return found;
}

} // namespace vesta::tls::openssl

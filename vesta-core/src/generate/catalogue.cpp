#include <vesta/base/quote.hpp>
#include <vesta/generate/catalogue.hpp>

namespace vesta {
namespace {

error not_of_kind(std::string_view generator, std::string_view kind) {
    return {errc::invalid_argument, "generator " + in_quotes(generator) + " is not of kind " + std::string{kind}};
}

} // namespace

result<segment_generator*> catalogue::segments(std::string_view generator) {
    return not_of_kind(generator, "segment");
}

result<sharded_generator*> catalogue::sharded(std::string_view generator) {
    return not_of_kind(generator, "sharded");
}

} // namespace vesta

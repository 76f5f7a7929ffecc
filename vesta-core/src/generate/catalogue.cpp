#include <vesta/base/quote.hpp>
#include <vesta/generate/catalogue.hpp>

namespace vesta {

result<segment_generator*> catalogue::segments(std::string_view generator) {
    return error{errc::invalid_argument, "generator " + in_quotes(generator) + " is not of kind segment"};
}

} // namespace vesta

#pragma once

#include "service.hpp"

#include <vector>

namespace vesta::rpc::detail {

/// The sections of INFO in order, as they are now. Costs as much as there are tags.
std::vector<info_section> info_of(const service& of);

} // namespace vesta::rpc::detail

#include "api/views.hpp"

#include "api/explained.hpp"
#include "api/exposition.hpp"
#include "api/services.hpp"

namespace vesta::rest {

views::views(const services& of, const std::shared_ptr<snapshots>& keeper)
    : statuses{keeper, [&of] { return of.generators.status(); }},
      metrics{keeper, [this, &of] { return exposition(of, *statuses.get()); }},
      generators{keeper, [this, &of] { return list_of(of.generators, *statuses.get()); }} {}

} // namespace vesta::rest

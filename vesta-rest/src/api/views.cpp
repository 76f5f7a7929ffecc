#include "api/views.hpp"

#include "api/explained.hpp"
#include "api/exposition.hpp"
#include "api/services.hpp"

namespace vesta::rest {

views::views(const services& of, const std::shared_ptr<snapshots>& refresher)
    : statuses{refresher, [&of] { return of.generators.status(); }},
      metrics{refresher, [this, &of] { return exposition(of, *statuses.get()); }},
      generators{refresher, [this, &of] { return list_of(of.generators, *statuses.get()); }} {}

} // namespace vesta::rest

#include "api/views.hpp"

#include "api/explained.hpp"
#include "api/exposition.hpp"
#include "api/services.hpp"
#include "metrics/figure_list.hpp"
#include "metrics/prometheus.hpp"

namespace vesta::rest {
namespace {

unix_ms now() {
    return std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
}

} // namespace

views::views(const services& of, const std::shared_ptr<snapshots>& refresher)
    : statuses{refresher, [&of] { return of.generators.status(); }},
      metrics{refresher, [this, &of] { return prometheus_text(counted(of, *statuses.get(), now()).all()); }},
      figures{refresher,
              [this, &of] {
                  const unix_ms at = now();
                  return figure_list(counted(of, *statuses.get(), at).all(), at);
              }},
      generators{refresher, [this, &of] { return list_of(of.generators, *statuses.get(), now()); }} {}

} // namespace vesta::rest

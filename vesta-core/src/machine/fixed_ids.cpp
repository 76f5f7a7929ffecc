#include <vesta/machine/fixed_ids.hpp>

#include <algorithm>
#include <utility>

namespace vesta {

fixed_ids::fixed_ids(std::vector<machine_id> ids, std::string origin, mark_opener open_mark)
    : ids_{std::move(ids)}, origin_{std::move(origin)}, open_mark_{std::move(open_mark)} {}

result<void> fixed_ids::check(const lease_request& request) const {
    if (ids_.empty()) return error{errc::invalid_settings, origin_ + " gives no machine ID"};
    for (auto each = ids_.begin(); each != ids_.end(); ++each) {
        const std::string shown = "machine ID " + std::to_string(each->value) + " (" + origin_ + ")";
        if (each->value > request.max_id)
            return error{errc::invalid_settings,
                         shown + " does not fit the layout: it must be 0 to " + std::to_string(request.max_id)};
        if (std::find(ids_.begin(), each, *each) != each)
            return error{errc::invalid_settings, shown + " is given twice"};
    }
    return {};
}

result<std::vector<machine_lease>> fixed_ids::acquire(const lease_request& request) {
    if (auto checked = check(request); !checked) return checked.error();
    std::vector<machine_lease> leases;
    for (const machine_id each : ids_) {
        auto mark = open_mark_(each, request);
        if (!mark) return std::move(mark).error();
        // Written before anything is served, so that only the very first start waits for it.
        const bool never_used = *mark && (*mark)->value() == unix_ms{}; // a caller that only checks opens no mark
        if (never_used && request.fresh_from > unix_ms{})
            if (auto raised = (*mark)->advance(request.fresh_from); !raised) return raised.error();
        leases.push_back({each, *std::move(mark)});
    }
    return leases;
}

} // namespace vesta

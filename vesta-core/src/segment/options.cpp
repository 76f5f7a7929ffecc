#include "options.hpp"

namespace vesta {

segment_counts& segment_counts::operator+=(const segment_counts& other) noexcept {
    reserved += other.reserved;
    served += other.served;
    held += other.held;
    given_back += other.given_back;
    dropped += other.dropped;
    refills += other.refills;
    failures += other.failures;
    waits += other.waits;
    return *this;
}

} // namespace vesta

namespace vesta::detail {

using std::chrono::milliseconds;

namespace {

error refuse_option(const std::string& name, const std::string& allowed) {
    return {errc::invalid_settings, "segment option " + name + " must be " + allowed};
}

} // namespace

segment_options checked(const segment_options& options) {
    if (options.look_ahead < milliseconds{0} || options.look_ahead > std::chrono::hours{24})
        throw failure{refuse_option("look_ahead", "0 to 24 h")};
    if (options.largest_reservation < 1 || options.largest_reservation > widest_segment)
        throw failure{refuse_option("largest_reservation", "1 to " + std::to_string(widest_segment))};
    if (options.auto_create && (*options.auto_create < 1 || *options.auto_create > 2'147'483'647))
        throw failure{refuse_option("auto_create", "1 to 2147483647")}; // the column is an INT
    if (options.refresh_every < milliseconds{10} || options.refresh_every > std::chrono::hours{24})
        throw failure{refuse_option("refresh_every", "10 ms to 24 h")};
    if (options.refill_threads < 1 || options.refill_threads > 64)
        throw failure{refuse_option("refill_threads", "1 to 64")};
    if (options.most_tags < 1) throw failure{refuse_option("most_tags", "1 or more")};
    if (options.most_created < 1) throw failure{refuse_option("most_created", "1 or more")};
    return options;
}

std::unique_ptr<const refill_policy> policy_of(const segment_options& options) {
    if (options.refill == refill_kind::leaf) return leaf_refill();
    if (options.refill == refill_kind::step) return step_refill();
    return demand_refill(options.look_ahead, options.largest_reservation);
}

} // namespace vesta::detail

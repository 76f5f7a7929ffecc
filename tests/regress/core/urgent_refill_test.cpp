#include "unit/segment/refiller_rig.hpp"

namespace vesta::testing {
namespace {

using urgent_refill = a_refiller;

// Of several orders for a job that ran, the last decided whether it was urgent: a caller that waited for numbers went
// to the end of the queue when another one, which did not wait, ordered the same tag behind it.
TEST_F(urgent_refill, stays_urgent_when_it_is_ordered_again_without_urgency) {
    done.hold_up(true);
    refills.order(one, false);
    done.await(1);
    refills.order(two, true);
    refills.order(three, false);
    refills.order(one, true);
    refills.order(one, false);
    done.hold_up(false);
    EXPECT_EQ(done.await(4), (std::vector{1, 2, 1, 3}));
}

} // namespace
} // namespace vesta::testing

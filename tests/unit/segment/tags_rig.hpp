#pragma once

#include "rig.hpp"

namespace vesta::testing {

class tags : public segment_test {
  protected:
    /// Has the table read again, from beginning to end.
    void refresh(segment_generator& of) {
        const int before = gate.begun(call::list);
        of.refresh();
        gate.await(call::list, before + 1);
        of.refresh(); // the one under way may have begun before
        gate.await(call::list, before + 2);
    }
};

} // namespace vesta::testing

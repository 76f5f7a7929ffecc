#pragma once

#include <functional>
#include <vector>

namespace vesta::testing {

/// Acts that happen at the same time, and always in the same order: each has a stack, and one thread runs them all. Not
/// safe from several threads; an act throws nothing.
class crowd {
  public:
    /// Runs @p acts to their ends. They take turns: whoever steps aside goes to the end of the line. @p between is
    /// called after each turn.
    static void run(const std::vector<std::function<void()>>& acts, const std::function<void()>& between);

    /// Lets the others of the crowd go first. Does nothing outside of an act.
    static void step_aside();
};

} // namespace vesta::testing

#include "ids.hpp"

vesta::result<vesta::id> make_one(vesta::time_generator& by) {
    return by.generate();
}

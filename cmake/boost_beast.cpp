// Beast's own sources; see VestaBoost.cmake.
#include <boost/beast/src.hpp>

// Asio's own sources; see VestaBoost.cmake.
#include <boost/asio/impl/src.hpp>

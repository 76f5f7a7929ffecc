#pragma once

// The C client, as its multi-threaded library wants it included.
#ifndef THREADED
#define THREADED
#endif
#include <zookeeper/zookeeper.h>

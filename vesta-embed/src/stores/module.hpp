#pragma once

// How a program finds the module of the store clients. What they exchange are C++ objects, so both must come of one
// build: the name of the file ends in the version. VESTA_STORES_MODULE, that name, is set by the build.

#define VESTA_STORES_ENTRY vesta_store_clients
#define VESTA_STORES_ENTRY_NAME "vesta_store_clients"

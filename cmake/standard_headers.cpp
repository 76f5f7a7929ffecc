// Nothing: the library of which the others take their precompiled headers; see VestaLibrary.cmake.

// Nothing: the program of which the tests take their precompiled headers.

#ifndef TESTS_UNIT_C_ABI_EVERY_FUNCTION_H
#define TESTS_UNIT_C_ABI_EVERY_FUNCTION_H

#ifdef __cplusplus
extern "C" {
#endif

/* Uses every function of the C ABI, from C. NULL, or the first thing that was not as it should be. */
const char* use_every_function(const char* settings_file, const char* settings_text);

#ifdef __cplusplus
}
#endif

#endif

#include "check.h"

int main(void) {
    test_frame();
    test_debounce();
    test_noise();
    test_store();
    test_machine();
    test_link();
    puts("logic: all as it should be");
    return 0;
}

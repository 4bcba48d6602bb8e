#include "settee_curl.h"

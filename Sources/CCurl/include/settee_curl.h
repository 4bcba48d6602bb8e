#ifndef SETTEE_CURL_H
#define SETTEE_CURL_H
#endif

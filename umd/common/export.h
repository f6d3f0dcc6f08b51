// SPDX-License-Identifier: Apache-2.0
#pragma once

// A function that the shared library exports; its exports.map names it as well.
#define E11_EXPORT __attribute__((visibility("default")))

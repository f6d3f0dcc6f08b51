// SPDX-License-Identifier: Apache-2.0
//
// What a shader's container says about class linkage (chunk IFCE): the classes and instances that
// it knows, and which function table each interface pointer uses for which class.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace e11::umd {

struct ClassInfo {
  struct Type {
    std::string name;
    uint32_t constants = 0;  // 16-byte constants of one object
    uint32_t textures = 0;
    uint32_t samplers = 0;
  };
  // Objects that the shader declares as variables: `count` of them, one behind the other.
  struct Instance {
    std::string name;
    uint32_t type = 0;  // index into types
    uint32_t count = 1;
    uint32_t constantBuffer = 0;
    uint32_t constantOffset = 0;  // constants
    uint32_t texture = 0;
    uint32_t sampler = 0;
  };
  struct Table {
    uint32_t type = 0;
    uint32_t functions = 0;  // number of the function table (docs/shader-abi.md, "Interfaces")
  };

  std::vector<Type> types;
  std::vector<Instance> instances;
  // For each interface pointer, and each element of an array of them: its tables.
  std::vector<std::vector<Table>> slots;
};

// Fills in `info`, which stays empty if the container has no such chunk. False if the chunk is
// malformed.
bool readClassInfo(const void* dxbc, size_t bytes, ClassInfo* info);

}  // namespace e11::umd

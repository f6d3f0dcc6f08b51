// SPDX-License-Identifier: Apache-2.0
// The turning cube, lit at its corners: the pixel shader only interpolates.
#include "common/cube_scene.h"
#include "cube_ps.h"
#include "cube_vs.h"

int main(int argc, char** argv) {
  sample::Options defaults;
  defaults.out = "cube.png";
  return sample::drawCube(sample::parse(argc, argv, defaults), {cube_vs, sizeof cube_vs}, {cube_ps, sizeof cube_ps});
}

// SPDX-License-Identifier: Apache-2.0
// The turning cube, lit pixel by pixel, with a highlight.
#include "common/cube_scene.h"
#include "gloss_ps.h"
#include "gloss_vs.h"

int main(int argc, char** argv) {
  sample::Options defaults;
  defaults.out = "gloss.png";
  return sample::drawCube(sample::parse(argc, argv, defaults), {gloss_vs, sizeof gloss_vs}, {gloss_ps, sizeof gloss_ps});
}

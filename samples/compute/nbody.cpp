// SPDX-License-Identifier: Apache-2.0
//
// Gravity between all pairs of bodies, step by step.
#include <cmath>

#include "common/compute.h"
#include "nbody_cs.h"

using namespace sample;

namespace {

constexpr uint32_t kBodies = 256, kTile = 64;  // --count: another number of bodies

struct Step {
  uint32_t count;
  float time;
  float softening;
  uint32_t unused;
};

struct Body {
  float x, y, z, mass;
};

void stepOnCpu(const Step& step, std::vector<Body>* bodies, std::vector<Body>* velocities) {
  const std::vector<Body> before = *bodies;
  for (uint32_t i = 0; i < step.count; ++i) {
    double a[3] = {};
    for (const Body& other : before) {
      const double d[3] = {double{other.x} - before[i].x, double{other.y} - before[i].y,
                           double{other.z} - before[i].z};
      const double r =
          1 / std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + double{step.softening});
      for (int c = 0; c < 3; ++c) a[c] += d[c] * other.mass * r * r * r;
    }
    Body& v = (*velocities)[i];
    v.x = static_cast<float>(v.x + a[0] * step.time);
    v.y = static_cast<float>(v.y + a[1] * step.time);
    v.z = static_cast<float>(v.z + a[2] * step.time);
    Body& b = (*bodies)[i];
    b.x += v.x * step.time;
    b.y += v.y * step.time;
    b.z += v.z * step.time;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv, Options());
  const uint32_t count = options.count != 0 ? options.count : kBodies;
  if (count % kTile != 0) fail("the number of bodies is a multiple of 64");
  Random random(options.seed);
  std::vector<Body> bodies(count), velocities(count, Body{});
  for (Body& b : bodies) {
    b = {random.unit() * 2 - 1, random.unit() * 2 - 1, random.unit() * 2 - 1, random.unit()};
  }
  const Step step = {count, 0.01f, 0.05f, 0};

  Compute compute;
  Ref<ID3D11ComputeShader> shader;
  compute.createShader(nbody_cs, &shader);
  ComputeBuffer positions[2], speeds;
  for (ComputeBuffer& buffer : positions) {
    compute.createBuffer(sizeof(Body), count, bodies.data(), &buffer);
  }
  compute.createBuffer(sizeof(Body), count, velocities.data(), &speeds);
  for (uint32_t frame = 0; frame < options.frames; ++frame) {
    compute.run(shader, step, {&positions[frame % 2]}, {&positions[(frame + 1) % 2], &speeds},
                count / kTile);
    stepOnCpu(step, &bodies, &velocities);
  }

  const auto moved = compute.read<Body>(positions[options.frames % 2]);
  for (uint32_t i = 0; i < count; ++i) {
    const double error = std::fabs(double{moved[i].x} - bodies[i].x) +
                         std::fabs(double{moved[i].y} - bodies[i].y) +
                         std::fabs(double{moved[i].z} - bodies[i].z);
    if (!(error < 1e-4 * options.frames)) fail("body " + std::to_string(i) + " is elsewhere");
  }
  report("nbody", uint64_t{count} * count * options.frames, "interactions");
  return 0;
}

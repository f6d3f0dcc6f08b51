// SPDX-License-Identifier: Apache-2.0
// Arrays of interfaces, indexed by what only the bound constants know; two methods; a class that
// has no data, and one that implements two interfaces.

interface Shape {
  uint area(uint scale);
  uint corners();
};
interface Named {
  uint name();
};

class Square : Shape {
  uint side;
  uint area(uint scale) { return side * side * scale; }
  uint corners() { return 4; }
};
class Rectangle : Shape, Named {
  uint4 unused;
  uint width;
  uint height;
  uint area(uint scale) { return width * height * scale; }
  uint corners() { return 40; }
  uint name() { return width + 7; }
};
class Nothing : Shape {
  uint area(uint scale) { return 5; }
  uint corners() { return 0; }
};
class Label : Named {
  uint text;
  uint name() { return text; }
};

cbuffer Choice : register(b0) {
  uint first;
  uint second;
};
cbuffer Data : register(b3) {
  Square square;
  Rectangle rectangles[3];
  Nothing nothing;
};
cbuffer Labels : register(b4) {
  uint4 before[2];
  Label label_;
};
Named named;
Shape shapes[4];
Shape last;
RWByteAddressBuffer bytes : register(u0);

[numthreads(16, 1, 1)] void pick(uint index : SV_GroupIndex) {
  const uint area = shapes[first].area(index);
  const uint corners = shapes[second].corners();
  bytes.Store4(16 * index, uint4(area, corners, last.area(1), named.name()));
}

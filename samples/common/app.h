// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <d3d11.h>

#include <cstdint>
#include <string>
#include <vector>

/// What the samples share: the command line, a device with a colour and a depth
/// target, reading the picture back, writing it to a file. It uses Direct3D 11
/// only, so that the same source runs on Eleven and, built with mingw, on Windows
/// or Wine.
namespace sample {

struct Options {
  uint32_t width = 256;
  uint32_t height = 256;
  uint32_t frames = 1;
  std::string out = "out.png";  ///< several frames: NAME.png becomes NAME_0000.png ..
  uint32_t seed = 0;            ///< not 0: the camera stands at random places, one a frame
  uint32_t count = 0;           ///< of what a compute sample works on; 0: its own choice
  std::string edges;            ///< not empty: write each frame's triangles in pixels to this file
};

/// Prints one line on stderr and ends the program.
[[noreturn]] void fail(const std::string& what, HRESULT result = S_OK);
inline void check(HRESULT result, const char* what) {
  if (FAILED(result)) fail(what, result);
}

/// Reads --size WxH, --frames N, --out FILE, --seed N, --count N, --edges FILE.
Options parse(int argc, char** argv, const Options& defaults);

/// A COM pointer that releases what it holds.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(const Ref&) = delete;
  Ref& operator=(const Ref&) = delete;
  ~Ref() { reset(); }
  void reset() {
    if (pointer_) pointer_->Release();
    pointer_ = nullptr;
  }
  T* get() const { return pointer_; }
  T* operator->() const { return pointer_; }
  /// For functions that return an interface; releases what was held.
  T** put() {
    reset();
    return &pointer_;
  }
  T* const* array() const { return &pointer_; }

 private:
  T* pointer_ = nullptr;
};

/// Device, context, an R8G8B8A8 colour target and a D32 depth target.
class Canvas {
 public:
  Canvas(uint32_t width, uint32_t height);

  ID3D11Device* device() const { return device_.get(); }
  ID3D11DeviceContext* context() const { return context_.get(); }
  /// Clears both targets, binds them and the viewport.
  void begin(const float (&color)[4]);
  /// The colour target as RGBA rows, top to bottom.
  std::vector<uint8_t> read();

 private:
  uint32_t width_, height_;
  Ref<ID3D11Device> device_;
  Ref<ID3D11DeviceContext> context_;
  Ref<ID3D11Texture2D> color_, depth_, staging_;
  Ref<ID3D11RenderTargetView> colorView_;
  Ref<ID3D11DepthStencilView> depthView_;
};

/// A buffer with initial data (null: none).
void createBuffer(ID3D11Device* device, UINT bind, D3D11_USAGE usage, UINT bytes, const void* data,
                  Ref<ID3D11Buffer>* out);

/// Appends a line "frame x0 y0 x1 y1 x2 y2" to options.edges: where the triangle
/// (clip-space corners) lies, in pixels. Comparisons with other implementations
/// allow for centres that lie on an edge.
void noteTriangle(const Options& options, uint32_t frame, const float (&corners)[3][4]);

/// Draws `frames` pictures with `draw(frame)` and writes them; prints progress on
/// stderr and the path of each picture as the last line on stdout.
template <class Draw>
void run(Canvas& canvas, const Options& options, Draw draw);

/// Writes RGBA rows: .png, or with any other ending width, height (32 bits each)
/// and the raw rows.
void writeImage(const std::string& path, uint32_t width, uint32_t height, const std::vector<uint8_t>& rgba);
std::string framePath(const Options& options, uint32_t frame);
void progress(uint32_t frame, uint32_t frames);

template <class Draw>
void run(Canvas& canvas, const Options& options, Draw draw) {
  for (uint32_t frame = 0; frame < options.frames; ++frame) {
    progress(frame, options.frames);
    draw(frame);
    writeImage(framePath(options, frame), options.width, options.height, canvas.read());
  }
}

}  // namespace sample

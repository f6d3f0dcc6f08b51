// SPDX-License-Identifier: Apache-2.0
//
// Pictures to files. PNG by libpng; where that is missing (the mingw build) only
// the raw form.
#include <cstdio>

#include "common/app.h"

#ifndef _WIN32
#include <png.h>
#endif

namespace sample {

namespace {

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

void writePng(const std::string& path, uint32_t width, uint32_t height, const std::vector<uint8_t>& rgba) {
#ifdef _WIN32
  (void)width, (void)height, (void)rgba;
  fail(path + ": this build writes raw pictures only; name the file .raw");
#else
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGBA;
  if (!png_image_write_to_file(&image, path.c_str(), 0, rgba.data(), 0, nullptr)) {
    fail(path + ": cannot be written: " + image.message);
  }
#endif
}

void writeRaw(const std::string& path, uint32_t width, uint32_t height, const std::vector<uint8_t>& rgba) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) fail(path + ": cannot be written");
  const uint32_t size[2] = {width, height};
  const bool ok = std::fwrite(size, 4, 2, file) == 2 && std::fwrite(rgba.data(), 1, rgba.size(), file) == rgba.size();
  if (std::fclose(file) != 0 || !ok) fail(path + ": cannot be written");
}

}  // namespace

void writeImage(const std::string& path, uint32_t width, uint32_t height, const std::vector<uint8_t>& rgba) {
  if (endsWith(path, ".png")) writePng(path, width, height, rgba);
  else writeRaw(path, width, height, rgba);
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
}

}  // namespace sample

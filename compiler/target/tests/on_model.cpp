// SPDX-License-Identifier: Apache-2.0
// These programs run on the model.
#include "model_machine.h"

namespace e11::target::test {

std::shared_ptr<Machine> machine() {
  return std::make_shared<ModelMachine>();
}

}  // namespace e11::target::test

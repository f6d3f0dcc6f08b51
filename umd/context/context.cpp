// SPDX-License-Identifier: Apache-2.0
//
// The context's life, whole-state methods, submission and queries.

#include "context/context.h"

#include "common/log.h"
#include "d3d11/device.h"
#include "d3d11/query.h"

namespace e11::umd {

Context::Context(Device& device, D3D11_DEVICE_CONTEXT_TYPE type)
    : DeviceChildOf(device), type_(type), encoder_(device), computeEncoder_(device) {}

Context::~Context() = default;

// The lock is documented to be found through the context as well as through the device.
HRESULT Context::QueryInterface(REFIID riid, void** object) {
  if (object != nullptr && riid == __uuidof(ID3D11Multithread)) {
    return device().QueryInterface(riid, object);
  }
  return DeviceChildOf::QueryInterface(riid, object);
}

D3D11_DEVICE_CONTEXT_TYPE Context::GetType() {
  return type_;
}

UINT Context::GetContextFlags() {
  return 0;
}

void Context::ClearState() {
  state_ = ContextState();
  dirty_ = kDirtyAll;
}

HRESULT Context::submit() {
  if (stream_.empty()) return device().queue().removedReason();
  const HRESULT result = device().queue().submit(stream_);
  stream_.clear();
  dirty_ = kDirtyAll;  // state blocks and tables went with the stream
  return result;
}

void Context::Flush() {
  submit();
}

void Context::Flush1(D3D11_CONTEXT_TYPE, HANDLE event) {
  if (event != nullptr) E11_UNSUPPORTED("the event of Flush1");
  submit();
}

HRESULT Context::waitForMemory(Allocation& memory, bool writesOnly, bool mayWait) {
  SubmissionQueue& queue = device().queue();
  if (stream_.names(memory, writesOnly)) {
    const HRESULT result = submit();
    if (FAILED(result)) return result;
  }
  const uint64_t serial = writesOnly ? memory.lastWrite() : memory.lastUse();
  if (mayWait) return queue.wait(serial);
  if (!queue.isComplete(serial, SubmissionQueue::kPollCycles)) {
    return DXGI_ERROR_WAS_STILL_DRAWING;
  }
  return queue.removedReason();
}

bool Context::isIdle(const Allocation& memory) {
  return !stream_.names(memory, false) && device().queue().isComplete(memory.lastUse(), 0);
}

// ---------------------------------------------------------------------------- queries

// An event query has no beginning (contract CTX-QRY-05).
void Context::Begin(ID3D11Asynchronous*) {}

void Context::End(ID3D11Asynchronous* async) {
  auto* query = objectOf<Query>(device(), static_cast<ID3D11Query1*>(async));
  if (query == nullptr) return;
  // With nothing recorded, the query is about what was submitted before.
  const uint64_t open = device().queue().openSerial();
  query->end(stream_.empty() ? open - 1 : open);
}

HRESULT Context::GetData(ID3D11Asynchronous* async, void* data, UINT dataSize, UINT flags) {
  auto* query = objectOf<Query>(device(), static_cast<ID3D11Query1*>(async));
  if (query == nullptr || (flags & ~UINT{D3D11_ASYNC_GETDATA_DONOTFLUSH}) != 0) {
    return E_INVALIDARG;
  }
  if (!isImmediate()) return DXGI_ERROR_INVALID_CALL;
  if (dataSize != 0 && (data == nullptr || dataSize != query->GetDataSize())) return E_INVALIDARG;
  if (!query->isEnded()) return DXGI_ERROR_INVALID_CALL;
  SubmissionQueue& queue = device().queue();
  if (query->serial() >= queue.openSerial()) {
    if ((flags & D3D11_ASYNC_GETDATA_DONOTFLUSH) != 0) return S_FALSE;
    if (FAILED(submit())) return DXGI_ERROR_DEVICE_REMOVED;
  }
  const bool complete = queue.isComplete(query->serial(), SubmissionQueue::kPollCycles);
  if (FAILED(queue.removedReason())) return DXGI_ERROR_DEVICE_REMOVED;
  if (!complete) return S_FALSE;
  if (dataSize != 0) *static_cast<WINBOOL*>(data) = TRUE;
  return S_OK;
}

// No predicate can be created yet; the value is kept (contract CTX-PRD-01).
void Context::SetPredication(ID3D11Predicate* predicate, WINBOOL predicateValue) {
  if (predicate != nullptr) {
    E11_INVALID_CALL("not a predicate of this device");
    return;
  }
  state_.predicateValue = predicateValue;
}

void Context::GetPredication(ID3D11Predicate** predicate, WINBOOL* predicateValue) {
  storeOptional(predicate, nullptr);
  storeOptional(predicateValue, state_.predicateValue);
}

// ---------------------------------------------------------------------------- command lists

HRESULT Context::FinishCommandList(WINBOOL, ID3D11CommandList** commandList) {
  storeOptional(commandList, nullptr);
  return DXGI_ERROR_INVALID_CALL;  // contract CTX-CMD-08: this is the immediate context
}

void Context::ExecuteCommandList(ID3D11CommandList*, WINBOOL) {
  E11_UNSUPPORTED("command lists");
}

}  // namespace e11::umd

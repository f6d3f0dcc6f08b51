// SPDX-License-Identifier: Apache-2.0
//
// The part of the Windows type and COM vocabulary that the Direct3D 11 and DXGI headers speak, for
// a native Linux build. Everything here has the size it has on 64-bit Windows, except WCHAR, which
// is the platform's wchar_t so that L"" literals work; only structures that hold WCHAR differ.
//
// The calling convention is written only as STDMETHODCALLTYPE / WINAPI, so that the same sources
// can be compiled a second time with the Microsoft convention (-DSTDMETHODCALLTYPE=...).

#ifndef ELEVEN_WINDOWS_H
#define ELEVEN_WINDOWS_H

#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

// ---------------------------------------------------------------------------- scalar types

typedef int BOOL;
typedef int WINBOOL;
typedef uint8_t BYTE;
typedef uint8_t UCHAR;
typedef uint8_t BOOLEAN;
typedef uint8_t UINT8;
typedef int8_t INT8;
typedef char CHAR;
typedef int16_t SHORT;
typedef uint16_t USHORT;
typedef uint16_t WORD;
typedef uint16_t UINT16;
typedef int16_t INT16;
typedef int INT;
typedef int32_t INT32;
typedef unsigned int UINT;
typedef uint32_t UINT32;
// 32 bits on Windows, hence never `long` here.
typedef int32_t LONG;
typedef uint32_t ULONG;
typedef uint32_t DWORD;
typedef int32_t HRESULT;
typedef int64_t LONGLONG;
typedef uint64_t ULONGLONG;
typedef int64_t INT64;
typedef uint64_t UINT64;
typedef int64_t LONG64;
typedef uint64_t ULONG64;
typedef uint64_t DWORD64;
typedef intptr_t INT_PTR;
typedef uintptr_t UINT_PTR;
typedef intptr_t LONG_PTR;
typedef uintptr_t ULONG_PTR;
typedef uintptr_t DWORD_PTR;
typedef size_t SIZE_T;
typedef ptrdiff_t SSIZE_T;
typedef float FLOAT;
typedef double DOUBLE;
typedef wchar_t WCHAR;
typedef WCHAR OLECHAR;

typedef void* PVOID;
typedef void* LPVOID;
typedef const void* LPCVOID;
typedef char* LPSTR;
typedef const char* LPCSTR;
typedef WCHAR* LPWSTR;
typedef const WCHAR* LPCWSTR;
typedef BYTE* LPBYTE;
typedef UINT* PUINT;
typedef DWORD* LPDWORD;
typedef LONG* PLONG;

#ifndef VOID
#define VOID void
#endif
#ifndef CONST
#define CONST const
#endif
#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif

// ---------------------------------------------------------------------------- handles, structures

typedef void* HANDLE;
typedef HANDLE* PHANDLE;
#define ELEVEN_DECLARE_HANDLE(name) \
  struct name##__ {                 \
    int unused;                     \
  };                                \
  typedef struct name##__* name
ELEVEN_DECLARE_HANDLE(HWND);
ELEVEN_DECLARE_HANDLE(HDC);
ELEVEN_DECLARE_HANDLE(HINSTANCE);
ELEVEN_DECLARE_HANDLE(HMONITOR);
#undef ELEVEN_DECLARE_HANDLE
typedef HINSTANCE HMODULE;
#define INVALID_HANDLE_VALUE ((HANDLE)(LONG_PTR)-1)

typedef struct tagRECT {
  LONG left;
  LONG top;
  LONG right;
  LONG bottom;
} RECT;
typedef RECT* LPRECT;
typedef const RECT* LPCRECT;

typedef struct tagPOINT {
  LONG x;
  LONG y;
} POINT;

typedef struct tagSIZE {
  LONG cx;
  LONG cy;
} SIZE;

typedef union _LARGE_INTEGER {
  __extension__ struct {
    DWORD LowPart;
    LONG HighPart;
  };
  struct {
    DWORD LowPart;
    LONG HighPart;
  } u;
  LONGLONG QuadPart;
} LARGE_INTEGER;

#ifndef LUID_DEFINED
#define LUID_DEFINED
typedef struct _LUID {
  DWORD LowPart;
  LONG HighPart;
} LUID;
typedef LUID* PLUID;
#endif

typedef struct _SECURITY_ATTRIBUTES {
  DWORD nLength;
  LPVOID lpSecurityDescriptor;
  WINBOOL bInheritHandle;
} SECURITY_ATTRIBUTES;

// ---------------------------------------------------------------------------- calling conventions

#ifndef STDMETHODCALLTYPE
#define STDMETHODCALLTYPE
#endif
#ifndef WINAPI
#define WINAPI STDMETHODCALLTYPE
#endif
#ifndef __stdcall
#define __stdcall STDMETHODCALLTYPE
#endif
#define STDMETHODVCALLTYPE
#define APIENTRY WINAPI
#define CALLBACK WINAPI
#define FORCEINLINE inline __attribute__((always_inline))
#define DECLSPEC_NOVTABLE
#define DECLSPEC_NOTHROW
#define DECLSPEC_UUID(x)
#ifndef DECLSPEC_SELECTANY
// One definition of an IID may come from every file that defines INITGUID.
#define DECLSPEC_SELECTANY __attribute__((weak))
#endif

#ifdef __cplusplus
#define EXTERN_C extern "C"
#else
#define EXTERN_C extern
#endif

// ---------------------------------------------------------------------------- idioms of the headers

#ifndef __C89_NAMELESS
#define __C89_NAMELESS __extension__
#endif
#define __C89_NAMELESSUNIONNAME
#define __C89_NAMELESSUNIONNAME1
#define __C89_NAMELESSUNIONNAME2
#define __C89_NAMELESSSTRUCTNAME
#define __MSABI_LONG(x) x
#define __MINGW_NAME_AW(x) x##A
#define __MINGW_TYPEDEF_AW(type)

// ---------------------------------------------------------------------------- GUID

#ifndef GUID_DEFINED
#define GUID_DEFINED
typedef struct _GUID {
  uint32_t Data1;
  uint16_t Data2;
  uint16_t Data3;
  uint8_t Data4[8];
} GUID;
#endif
typedef GUID IID;
typedef GUID CLSID;
typedef GUID UUID;
typedef GUID* LPGUID;

#ifdef INITGUID
#ifdef __cplusplus
#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8) \
  EXTERN_C const GUID name DECLSPEC_SELECTANY;                       \
  EXTERN_C const GUID name = {l, w1, w2, {b1, b2, b3, b4, b5, b6, b7, b8}}
#else
#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8) \
  const GUID name DECLSPEC_SELECTANY = {l, w1, w2, {b1, b2, b3, b4, b5, b6, b7, b8}}
#endif
#else
#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8) EXTERN_C const GUID name
#endif

#ifdef __cplusplus
#define REFGUID const GUID&
#define REFIID const IID&
#define REFCLSID const CLSID&
inline bool IsEqualGUID(const GUID& a, const GUID& b) { return memcmp(&a, &b, sizeof(GUID)) == 0; }
inline bool operator==(const GUID& a, const GUID& b) { return IsEqualGUID(a, b); }
inline bool operator!=(const GUID& a, const GUID& b) { return !IsEqualGUID(a, b); }
#else
#define REFGUID const GUID*
#define REFIID const IID*
#define REFCLSID const CLSID*
#define IsEqualGUID(a, b) (!memcmp(a, b, sizeof(GUID)))
#endif
#define IsEqualIID(a, b) IsEqualGUID(a, b)

#ifdef __cplusplus
// __uuidof without compiler support: the IID is a constexpr member, so two translation units and
// two shared libraries agree on its value without a symbol.
template <typename T>
struct ElevenUuidOf;
template <typename T>
struct ElevenUuidOf<T*> : ElevenUuidOf<T> {};
#define __CRT_UUID_DECL(type, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8)                  \
  extern "C++" {                                                                          \
  template <>                                                                             \
  struct ElevenUuidOf<type> {                                                             \
    static constexpr IID value = {l, w1, w2, {b1, b2, b3, b4, b5, b6, b7, b8}};           \
  };                                                                                      \
  }
#define __uuidof(type) (ElevenUuidOf<__typeof__(type)>::value)
template <typename T>
inline void** IID_PPV_ARGS_Helper(T** pointer) {
  return reinterpret_cast<void**>(pointer);
}
#define IID_PPV_ARGS(pp) __uuidof(**(pp)), IID_PPV_ARGS_Helper(pp)
#else
#define __CRT_UUID_DECL(type, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8)
#endif

// ---------------------------------------------------------------------------- COM declarations

#ifndef interface
#define interface struct
#endif
#define PURE = 0
#define THIS void
#define THIS_
#define BEGIN_INTERFACE
#define END_INTERFACE
#define CONST_VTBL
#define MIDL_INTERFACE(x) struct
#define STDMETHOD(method) virtual HRESULT STDMETHODCALLTYPE method
#define STDMETHOD_(type, method) virtual type STDMETHODCALLTYPE method
#define STDMETHODIMP HRESULT STDMETHODCALLTYPE
#define STDMETHODIMP_(type) type STDMETHODCALLTYPE
#define STDAPI EXTERN_C HRESULT STDMETHODCALLTYPE
#define STDAPI_(type) EXTERN_C type STDMETHODCALLTYPE

#if defined(__cplusplus) && !defined(CINTERFACE)
#define DECLARE_INTERFACE(iface) interface iface
#define DECLARE_INTERFACE_(iface, base) interface iface : public base
#else
#undef PURE
#undef THIS
#undef THIS_
#undef STDMETHOD
#undef STDMETHOD_
#define PURE
#define THIS INTERFACE* This
#define THIS_ INTERFACE* This,
#define STDMETHOD(method) HRESULT(STDMETHODCALLTYPE* method)
#define STDMETHOD_(type, method) type(STDMETHODCALLTYPE* method)
#define DECLARE_INTERFACE(iface)       \
  typedef struct iface {               \
    const struct iface##Vtbl* lpVtbl;  \
  } iface;                             \
  typedef struct iface##Vtbl iface##Vtbl; \
  struct iface##Vtbl
#define DECLARE_INTERFACE_(iface, base) DECLARE_INTERFACE(iface)
#endif

EXTERN_C const IID IID_IUnknown;

#ifndef __IUnknown_INTERFACE_DEFINED__
#define __IUnknown_INTERFACE_DEFINED__
#if defined(__cplusplus) && !defined(CINTERFACE)
struct IUnknown {
  virtual HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void** object) = 0;
  virtual ULONG STDMETHODCALLTYPE AddRef() = 0;
  virtual ULONG STDMETHODCALLTYPE Release() = 0;

  template <typename Q>
  HRESULT QueryInterface(Q** object) {
    return QueryInterface(__uuidof(Q), reinterpret_cast<void**>(object));
  }
};
__CRT_UUID_DECL(IUnknown, 0x00000000, 0x0000, 0x0000, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                0x46)
#else
typedef struct IUnknown IUnknown;
typedef struct IUnknownVtbl {
  HRESULT(STDMETHODCALLTYPE* QueryInterface)(IUnknown* This, REFIID riid, void** object);
  ULONG(STDMETHODCALLTYPE* AddRef)(IUnknown* This);
  ULONG(STDMETHODCALLTYPE* Release)(IUnknown* This);
} IUnknownVtbl;
struct IUnknown {
  const IUnknownVtbl* lpVtbl;
};
#endif
#endif
typedef IUnknown* LPUNKNOWN;

// ---------------------------------------------------------------------------- error codes

#include <winerror.h>

#endif  // ELEVEN_WINDOWS_H

// What Embind's own library (system/lib/embind/bind.cpp) would bring to the module, for the types that bindings.cpp uses alone: the
// library registers twenty more, and writes a type that has no name with printf. The linker takes from a library only what is
// missing, so these functions stand in for its own.
#include <emscripten/bind.h>

#include <cstring>
#include <limits>

using namespace emscripten;
using namespace emscripten::internal;

namespace {

InitFunc* first = nullptr;

template <class T>
void whole(const char* name) {
  _embind_register_integer(TypeID<T>::get(), name, sizeof(T), std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}

// `kind` is the typed array's place in the list that embind.js has.
template <class T>
void view(unsigned kind, const char* name) {
  _embind_register_memory_view(TypeID<memory_view<T>>::get(), kind, name);
}

}  // namespace

extern "C" {

// Asked only where a type is used that nothing has registered, for the sentence that says so; the caller frees it.
const char* __getTypeName(const std::type_info*) { return strdup("a type without a name"); }

void _embind_register_bindings(InitFunc* f) {
  f->next = first;
  first = f;
}

void _embind_initialize_bindings() {
  for (const InitFunc* f = first; f; f = f->next) f->init_func();
}
}

EMSCRIPTEN_BINDINGS(builtin) {
  _embind_register_void(TypeID<void>::get(), "void");
  _embind_register_bool(TypeID<bool>::get(), "bool", true, false);
  whole<int>("int");
  whole<unsigned>("unsigned int");
  whole<unsigned long>("unsigned long");
  _embind_register_float(TypeID<float>::get(), "float", sizeof(float));
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
  _embind_register_std_string(TypeID<std::string>::get(), "std::string");
  _embind_register_emval(TypeID<val>::get());
  view<unsigned char>(1, "Uint8Array");
  view<int>(4, "Int32Array");
  view<float>(6, "Float32Array");
  view<double>(7, "Float64Array");
}

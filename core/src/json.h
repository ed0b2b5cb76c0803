// RapidJSON with the few helpers that the core's readers share.
#pragma once

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <string>
#include <string_view>

namespace lookback::json {

using Value = rapidjson::Value;
// Writes NaN and Infinity as such: they stand in sentences about what was given, never in a file.
using Writer = rapidjson::Writer<rapidjson::StringBuffer, rapidjson::UTF8<>, rapidjson::UTF8<>, rapidjson::CrtAllocator,
                                 rapidjson::kWriteNanAndInfFlag>;

inline std::string text(const Value& value) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

inline std::string_view string(const Value& value) { return {value.GetString(), value.GetStringLength()}; }

inline void string(Writer& writer, std::string_view text) {
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}
inline void key(Writer& writer, std::string_view text) {
  writer.Key(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

// A finite number as a sentence shows it, to six places. (std::to_string would bring in printf for long double: 2 KB gzipped.)
std::string number(double x);
// The first few dozen bytes of a text, cut between characters, with … where something is left out.
std::string shortened(std::string_view text);
// A value as a sentence shows it: of any size or depth, the sentence stays one.
std::string shown(const Value& value);

// Parses text that must be an object; throws Error(code) with "`what` …" otherwise. NaN and Infinity are read as numbers, so
// that a refusal can name them; all numbers to the nearest double, so that a written one comes back.
rapidjson::Document object(std::string_view text, const char* code, const std::string& what);

}  // namespace lookback::json

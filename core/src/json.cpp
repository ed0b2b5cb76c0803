#include "json.h"

#include <rapidjson/encodedstream.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <charconv>
#include <cstdlib>

#include "lookback/error.h"

namespace lookback::json {

namespace {

// Builds a document as RapidJSON itself does, but for numbers with a point or an exponent: its own reading of them is off by
// a unit in the last place, or, where it is asked to be exact, fails on 0e99. strtod rounds right everywhere.
class Builder {
 public:
  explicit Builder(rapidjson::Document& document) : document_(&document) {}

  bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
    const char* end = text + length;
    std::uint64_t natural;
    std::int64_t whole;
    if (const auto read = std::from_chars(text, end, natural); read.ec == std::errc() && read.ptr == end) {
      return document_->Uint64(natural);
    }
    if (const auto read = std::from_chars(text, end, whole); read.ec == std::errc() && read.ptr == end) {
      return document_->Int64(whole);
    }
    return document_->Double(std::strtod(std::string(text, length).c_str(), nullptr));
  }
  bool Null() { return document_->Null(); }
  bool Bool(bool b) { return document_->Bool(b); }
  bool Int(int i) { return document_->Int(i); }
  bool Uint(unsigned i) { return document_->Uint(i); }
  bool Int64(std::int64_t i) { return document_->Int64(i); }
  bool Uint64(std::uint64_t i) { return document_->Uint64(i); }
  bool Double(double d) { return document_->Double(d); }
  bool String(const char* text, rapidjson::SizeType length, bool copy) { return document_->String(text, length, copy); }
  bool Key(const char* text, rapidjson::SizeType length, bool copy) { return document_->Key(text, length, copy); }
  bool StartObject() { return document_->StartObject(); }
  bool EndObject(rapidjson::SizeType count) { return document_->EndObject(count); }
  bool StartArray() { return document_->StartArray(); }
  bool EndArray(rapidjson::SizeType count) { return document_->EndArray(count); }

 private:
  rapidjson::Document* document_;
};

}  // namespace

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

std::string shown(const Value& value) {
  if (value.IsArray()) return "a list";
  if (value.IsObject()) return "an object";
  if (!value.IsString()) return text(value);
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  string(writer, shortened(string(value)));
  return {buffer.GetString(), buffer.GetSize()};
}

rapidjson::Document object(std::string_view text, const char* code, const std::string& what) {
  constexpr unsigned flags = rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag |
                             rapidjson::kParseNanAndInfFlag | rapidjson::kParseNumbersAsStringsFlag;
  rapidjson::MemoryStream memory(text.data(), text.size());
  rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> stream(memory);
  rapidjson::Reader reader;
  rapidjson::Document document;
  const auto parse = [&](rapidjson::Document& target) {
    Builder builder(target);
    return !reader.Parse<flags>(stream, builder).IsError();
  };
  document.Populate(parse);
  if (reader.HasParseError()) {
    throw Error(code, what + " is not JSON: " + rapidjson::GetParseError_En(reader.GetParseErrorCode()) + " (at byte " +
                          std::to_string(reader.GetErrorOffset()) + ").");
  }
  if (!document.IsObject()) throw Error(code, what + " must be a JSON object.");
  return document;
}

}  // namespace lookback::json

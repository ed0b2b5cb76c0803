#include "json.h"

#include "lookback/error.h"

namespace lookback::json {

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
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag |
                 rapidjson::kParseNanAndInfFlag | rapidjson::kParseFullPrecisionFlag>(text.data(), text.size());
  if (document.HasParseError()) {
    throw Error(code, what + " is not JSON: " + rapidjson::GetParseError_En(document.GetParseError()) + " (at byte " +
                          std::to_string(document.GetErrorOffset()) + ").");
  }
  if (!document.IsObject()) throw Error(code, what + " must be a JSON object.");
  return document;
}

}  // namespace lookback::json

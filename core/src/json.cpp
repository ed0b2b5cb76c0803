#include "json.h"

#include "lookback/error.h"

namespace lookback::json {

rapidjson::Document object(std::string_view text, const char* code, const std::string& what) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag |
                 rapidjson::kParseNanAndInfFlag>(text.data(), text.size());
  if (document.HasParseError()) {
    throw Error(code, what + " is not JSON: " + rapidjson::GetParseError_En(document.GetParseError()) + " (at byte " +
                          std::to_string(document.GetErrorOffset()) + ").");
  }
  if (!document.IsObject()) throw Error(code, what + " must be a JSON object.");
  return document;
}

}  // namespace lookback::json

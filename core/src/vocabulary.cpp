#include "lookback/vocabulary.h"

#include <algorithm>
#include <set>

#include "json.h"
#include "lookback/error.h"

namespace lookback {

std::vector<int> Vocabulary::ids(const std::vector<std::string>& text) const {
  std::vector<int> out;
  out.reserve(text.size());
  for (const std::string& token : text) {
    const auto found = std::find(tokens.begin(), tokens.end(), token);
    const int id = static_cast<int>(found - tokens.begin());
    const bool special = found != tokens.end() && (id == eos || id == unk || (id == bos && eos >= 0));
    if (found != tokens.end() && !special) {
      out.push_back(id);
    } else if (unk >= 0) {
      out.push_back(unk);
    } else {
      std::string known;
      for (int i = 0; i < size() && i < 12; ++i) {
        if (i != eos && i != unk && (i != bos || eos < 0)) known += (known.empty() ? "" : " ") + tokens[static_cast<std::size_t>(i)];
      }
      throw Error("bad-input", "“" + json::shortened(token) + "” is not in the vocabulary (" + known + (size() > 12 ? " …" : "") +
                                   "): use its tokens.");
    }
  }
  return out;
}

std::vector<std::string> Vocabulary::text(const std::vector<int>& ids) const {
  std::vector<std::string> out;
  out.reserve(ids.size());
  for (const int id : ids) out.push_back(tokens.at(static_cast<std::size_t>(id)));
  return out;
}

std::string to_json(const Vocabulary& vocabulary) {
  rapidjson::StringBuffer buffer;
  json::Writer writer(buffer);
  writer.StartObject();
  writer.Key("tokens");
  writer.StartArray();
  for (const std::string& token : vocabulary.tokens) json::string(writer, token);
  writer.EndArray();
  writer.Key("bos");
  writer.Int(vocabulary.bos);
  writer.Key("eos");
  writer.Int(vocabulary.eos);
  writer.Key("unk");
  writer.Int(vocabulary.unk);
  if (!vocabulary.language.empty()) {
    writer.Key("language");
    json::string(writer, vocabulary.language);
  }
  writer.EndObject();
  return buffer.GetString();
}

Vocabulary parse_vocabulary(const std::string& text, const char* code, const std::string& what) {
  const rapidjson::Document object = json::object(text, code, what);
  const auto tokens = object.FindMember("tokens");
  if (tokens == object.MemberEnd() || !tokens->value.IsArray() || tokens->value.Empty()) {
    throw Error(code, what + " needs `tokens`, a list of at least one string.");
  }
  Vocabulary vocabulary;
  std::set<std::string_view> seen;
  for (const json::Value& token : tokens->value.GetArray()) {
    if (!token.IsString()) throw Error(code, what + ": `tokens` must hold strings only.");
    if (!seen.insert(json::string(token)).second) {
      throw Error(code, what + " has the token " + json::shown(token) + " twice.");
    }
    vocabulary.tokens.emplace_back(json::string(token));
  }
  const auto place = [&](const char* name) {
    const auto member = object.FindMember(name);
    if (member == object.MemberEnd()) return -1;
    if (!member->value.IsInt() || member->value.GetInt() < -1 || member->value.GetInt() >= vocabulary.size()) {
      throw Error(code, what + ": `" + name + "` must be the place of a token, or -1.");
    }
    return member->value.GetInt();
  };
  vocabulary.bos = place("bos");
  vocabulary.eos = place("eos");
  vocabulary.unk = place("unk");
  const auto language = object.FindMember("language");
  if (language != object.MemberEnd()) {
    const std::string_view tag = language->value.IsString() ? json::string(language->value) : std::string_view();
    const auto of_tag = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'; };
    if (tag.empty() || tag.size() > 35 || !std::all_of(tag.begin(), tag.end(), of_tag)) {
      throw Error(code, what + ": `language` must be a language tag such as \"fr\", not " + json::shown(language->value) + ".");
    }
    vocabulary.language = tag;
  }
  return vocabulary;
}

}  // namespace lookback

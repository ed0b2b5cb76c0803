#include "json.h"

#include <rapidjson/encodedstream.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "lookback/error.h"

namespace lookback::json {

namespace {

// The double nearest to `digits` · 10^exponent, digits[0] not '0', exactly: a whole number in binary, multiplied or divided by ten
// as often as it takes, whose first 64 bits and whether any follow are then rounded, to even where two doubles are as near.
double nearest_double(std::string_view digits, int exponent) {
  constexpr std::size_t enough = 800;  // no number half-way between two doubles has more digits
  bool more = digits.size() > enough && digits.find_first_not_of('0', enough) != std::string_view::npos;
  exponent += static_cast<int>(digits.size() - std::min(digits.size(), enough));
  std::vector<std::uint32_t> limbs;  // the lowest first
  const auto multiply = [&](std::uint32_t add) {
    std::uint64_t carry = add;
    for (std::uint32_t& limb : limbs) {
      carry += std::uint64_t(10) * limb;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry) limbs.push_back(static_cast<std::uint32_t>(carry));
  };
  for (const char digit : digits.substr(0, enough)) multiply(static_cast<std::uint32_t>(digit - '0'));
  for (int i = 0; i < exponent; ++i) multiply(0);
  // Places after the point: three limbs, and more than the divisions take away.
  const int places = 3 + std::max(0, -exponent) / 9;
  limbs.insert(limbs.begin(), static_cast<std::size_t>(places), 0);
  for (int i = exponent; i < 0; ++i) {
    std::uint64_t rest = 0;
    for (std::size_t l = limbs.size(); l-- > 0;) {
      rest = rest << 32 | limbs[l];
      limbs[l] = static_cast<std::uint32_t>(rest / 10);
      rest %= 10;
    }
    more = more || rest != 0;
    if (limbs.back() == 0) limbs.pop_back();
  }
  const std::size_t last = limbs.size() - 1;
  const int empty = std::countl_zero(limbs[last]);
  const std::uint64_t third = std::uint64_t(limbs[last - 2]) << empty;
  const std::uint64_t first = (std::uint64_t(limbs[last]) << 32 | limbs[last - 1]) << empty | third >> 32;
  more = more || static_cast<std::uint32_t>(third) != 0 || std::any_of(limbs.begin(), limbs.end() - 3, [](std::uint32_t l) { return l != 0; });
  // The value is `first` · 2^power; a double has 53 bits, and none below 2^−1074.
  const int power = 32 * (static_cast<int>(last) - 1 - places) - empty;
  const int cut = std::max(11, -1074 - power);
  if (cut > 64) return 0;
  const std::uint64_t kept = cut < 64 ? first >> cut : 0, left = first - (cut < 64 ? kept << cut : 0), half = std::uint64_t(1) << (cut - 1);
  const bool up = left > half || (left == half && (more || kept % 2 == 1));
  return std::ldexp(static_cast<double>(kept + up), power + cut);
}

// The double nearest to a number as JSON writes it, or to NaN, Inf and Infinity. RapidJSON's own conversions are off by a unit in the
// last place; strtod would bring in arithmetic of long double, which is 6 KB of the module, gzipped.
double nearest_double(std::string_view text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double sign = text.front() == '-' ? -1 : 1;
  if (sign < 0) text.remove_prefix(1);
  if (text.front() == 'N') return std::numeric_limits<double>::quiet_NaN();
  if (text.front() == 'I') return sign * infinity;
  const std::string_view number = text.substr(0, text.find_first_of("eE"));
  std::int64_t exponent = 0;
  if (number.size() < text.size()) {
    const char* from = text.data() + number.size() + 1;
    if (*from == '+') ++from;
    if (std::from_chars(from, text.data() + text.size(), exponent).ec != std::errc()) exponent = std::int64_t(*from == '-' ? -1 : 1) << 40;
  }
  std::string digits;
  for (const char c : number) {
    if (c != '.' && !(digits.empty() && c == '0')) digits += c;
  }
  if (const auto point = number.find('.'); point != number.npos) exponent -= static_cast<std::int64_t>(number.size() - point - 1);
  const std::int64_t before = static_cast<std::int64_t>(digits.size()) + exponent;  // digits before the point
  if (digits.empty() || before < -330) return sign * 0.0;
  if (before > 310) return sign * infinity;
  return sign * nearest_double(digits, static_cast<int>(exponent));
}

// Builds a document as RapidJSON itself does, but for the numbers.
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
    return document_->Double(nearest_double({text, length}));
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

std::string number(double x) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.SetMaxDecimalPlaces(6);
  writer.Double(x);
  const std::string text = buffer.GetString();
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

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

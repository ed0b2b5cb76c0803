// Model files: what is saved comes back to the bit, PyTorch's files compute PyTorch's numbers, and every malformed file
// is refused with a sentence that names its fault.

#include "lookback/safetensors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "bits.h"
#include "golden.h"
#include "lookback/decode.h"
#include "models.h"
#include "refusal.h"

namespace {

using golden::Value;
using lookback::Index;
using lookback::load_model;
using lookback::Model;
using lookback::ModelConfig;
using lookback::Pair;
using lookback::Parameters;
using lookback::Pass;
using lookback::save;
using lookback::Tensor;
using lookback::View;
using lookback::Vocabulary;

constexpr double tolerance = 1e-5;  // of PyTorch's logits and weights

std::vector<float> weights_of(const Model<float>& model) {
  return {model.parameters().data(), model.parameters().data() + model.parameters().size()};
}

void forward(const Model<float>& model, Pass<float>& pass, const Pair& pair) {
  pass.batch.fill(pair, model.source_vocabulary(), model.target_vocabulary());
  model.forward(pass);
}

std::vector<float> logits_of(const Model<float>& model, const Pair& pair) {
  Pass<float> pass;
  forward(model, pass, pair);
  const View<float> logits = pass.decoder.logits;
  return {logits.data(), logits.data() + logits.size()};
}

void expect_same_vocabulary(const Vocabulary& a, const Vocabulary& b) {
  EXPECT_EQ(a.tokens, b.tokens);
  EXPECT_EQ(a.bos, b.bos);
  EXPECT_EQ(a.eos, b.eos);
  EXPECT_EQ(a.unk, b.unk);
}

// There and back.

void expect_comes_back(const Model<float>& model) {
  const std::string bytes = save(model);
  const std::unique_ptr<Model<float>> loaded = load_model(bytes);
  EXPECT_EQ(to_json(loaded->config()), to_json(model.config()));
  expect_same_vocabulary(loaded->source_vocabulary(), model.source_vocabulary());
  expect_same_vocabulary(loaded->target_vocabulary(), model.target_vocabulary());
  ASSERT_TRUE(bits::equal(weights_of(*loaded), weights_of(model)));
  for (const Pair& pair : {Pair{{0, 1, 2}, {2}, {}}, Pair{{1}, {1, 2, 0}, {}}}) {
    ASSERT_TRUE(bits::equal(logits_of(*loaded, pair), logits_of(model, pair)));
  }
  EXPECT_EQ(save(*loaded), bytes);
}

// Weights that are not the seed's, so that a model which starts anew would show.
void change_weights(Model<float>& model) {
  model.update([](Parameters<float>& parameters) {
    lookback::Random random(7, "trained");
    for (Index i = 0; i < parameters.size(); ++i) parameters.data()[i] = static_cast<float>(random.uniform(-1, 1));
  });
}

TEST(Safetensors, EveryModelComesBackToTheBit) {
  for (const std::string& cell : models::cells) {
    for (const std::string& attention : models::attentions) {
      std::vector<models::Member> members = models::family(cell, attention);
      for (const std::string& query : models::orders(attention)) {
        members.push_back(
            models::member(cell, attention, query, "bidirectional", 2, "state",
                           R"("output": "state+context+embedding", "dropout": 0.3, "seed": 9007199254740991)"));
        members.push_back(models::member(cell, attention, query, "forward", 1, "tanh",
                                         R"("sharedEmbedding": true, "forgetBias": -0.1)"));
      }
      for (const models::Member& member : members) {
        SCOPED_TRACE(member.name);
        Model<float> model = models::model<float>(member.config);
        change_weights(model);
        expect_comes_back(model);
      }
    }
  }
}

TEST(Safetensors, TokensOfEveryKindComeBack) {
  const Vocabulary words{
      {"\"", "\\", "\n", std::string("\0", 1), "é", "e\u0301", "苹果", "😀", "</script>", " ", ""}, 3, -1, 6};
  expect_comes_back(Model<float>(models::config(R"({"hidden": 4})"), words, words));
}

TEST(Safetensors, SubnormalAndSignedZeroWeightsComeBack) {
  Model<float> model = models::model<float>(models::config(R"({"hidden": 4})"));
  model.update([](Parameters<float>& parameters) {
    const float values[] = {0.0f,
                            -0.0f,
                            std::numeric_limits<float>::denorm_min(),
                            std::numeric_limits<float>::max(),
                            std::numeric_limits<float>::lowest(),
                            1e-40f};
    std::copy(std::begin(values), std::end(values), parameters.data());
  });
  const std::vector<float> expected = weights_of(model);
  EXPECT_TRUE(bits::equal(weights_of(*load_model(save(model))), expected));
}

// A file cut into its parts.
struct File {
  std::string header, data;

  static File of(const std::string& bytes) {
    std::uint64_t length = 0;
    for (std::size_t i = 8; i-- > 0;) length = length << 8 | static_cast<unsigned char>(bytes[i]);
    return {bytes.substr(8, length), bytes.substr(8 + length)};
  }
  std::string bytes() const { return bytes(header.size()); }
  std::string bytes(std::uint64_t length) const {
    std::string out;
    for (std::size_t i = 0; i < 8; ++i) out.push_back(static_cast<char>(length >> (8 * i) & 0xff));
    return out + header + data;
  }
  rapidjson::Document json() const { return lookback::json::object(header, "bad-model", "The header"); }
  File with(const rapidjson::Document& json) const { return {lookback::json::text(json), data}; }
  File with(const std::string& text) const { return {text, data}; }
};

// What any reader of safetensors relies on.
TEST(Safetensors, TheFileIsWellFormed) {
  const Model<float> model =
      models::model<float>(models::member("lstm", "concat", "current", "bidirectional", 2, "tanh").config);
  const std::string bytes = save(model);
  const File file = File::of(bytes);
  EXPECT_EQ(file.header.size() % 8, 0u);  // the data are aligned
  EXPECT_EQ(file.header.front(), '{');
  const rapidjson::Document header = file.json();
  const Value& metadata = header["__metadata__"];
  for (const auto& member : metadata.GetObject()) EXPECT_TRUE(member.value.IsString()) << member.name.GetString();
  EXPECT_EQ(std::string(metadata["config"].GetString()), to_json(model.config()));
  EXPECT_EQ(std::string(metadata["source_vocabulary"].GetString()), to_json(model.source_vocabulary()));
  EXPECT_EQ(std::string(metadata["target_vocabulary"].GetString()), to_json(model.target_vocabulary()));
  EXPECT_EQ(std::string(metadata["seed"].GetString()), "0");
  EXPECT_EQ(header.MemberCount(), model.parameters().tensors().size() + 1);
  std::size_t at = 0;
  for (const Tensor& tensor : model.parameters().tensors()) {
    const Value& entry = header[tensor.name.c_str()];
    EXPECT_EQ(entry.MemberCount(), 3u);
    EXPECT_STREQ(entry["dtype"].GetString(), "F32");
    EXPECT_EQ(golden::numbers<Index>(entry["shape"]), tensor.shape());
    const std::size_t size = static_cast<std::size_t>(tensor.size()) * sizeof(float);
    EXPECT_EQ(golden::numbers<std::size_t>(entry["data_offsets"]), (std::vector<std::size_t>{at, at + size}));
    const float* values = model.parameters().data() + tensor.offset;
    EXPECT_EQ(std::memcmp(file.data.data() + at, values, size), 0);
    at += size;
  }
  EXPECT_EQ(file.data.size(), at);
}

// PyTorch's files.

std::string read_file(const std::string& name) {
  std::ifstream file(std::string(LOOKBACK_GOLDEN_DIR "/models/") + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> texts(const Value& list) {
  std::vector<std::string> out;
  for (const Value& text : list.GetArray()) out.emplace_back(lookback::json::string(text));
  return out;
}

void expect_rows(const Value& stored, View<float> got, const std::string& what) {
  ASSERT_EQ(static_cast<Index>(stored.Size()), got.rows());
  for (rapidjson::SizeType r = 0; r < stored.Size(); ++r) {
    const std::vector<double> row = golden::numbers(stored[r]);
    ASSERT_EQ(static_cast<Index>(row.size()), got.cols());
    for (std::size_t c = 0; c < row.size(); ++c) {
      EXPECT_NEAR(got(static_cast<Index>(r), static_cast<Index>(c)), row[c], tolerance) << what << ", step " << r;
    }
  }
}

TEST(Safetensors, PyTorchsFilesComputePyTorchsNumbers) {
  const rapidjson::Document outputs = golden::read("models/outputs.json");
  std::vector<std::string> expected, names;
  for (const std::string& cell : models::cells) {
    for (const std::string& attention : models::attentions) expected.push_back(cell + "_" + attention + ".safetensors");
  }
  for (const auto& member : outputs.GetObject()) {
    const std::string name(lookback::json::string(member.name));
    SCOPED_TRACE(name);
    names.push_back(name);
    const std::unique_ptr<Model<float>> model = load_model(read_file(name));
    const std::string config = to_json(model->config());
    EXPECT_THAT(config, testing::HasSubstr(R"("cell":")" + name.substr(0, name.find('_')) + '"'));
    EXPECT_THAT(config, testing::HasSubstr(R"("attention":")" +
                                           name.substr(name.find('_') + 1, name.find('.') - name.find('_') - 1) + '"'));
    for (const Value& c : member.value.GetArray()) {
      Pair pair;
      pair.source = model->source_vocabulary().ids(texts(c["source"]));
      pair.target = model->target_vocabulary().ids(texts(c["target"]));
      Pass<float> pass;
      forward(*model, pass, pair);
      expect_rows(c["logits"], pass.decoder.logits, "logits");
      ASSERT_EQ(model->config().has_score(), !c["weights"].IsNull());
      if (model->config().has_score()) expect_rows(c["weights"], pass.decoder.attention.weights, "weights");
      const std::vector<int> written = lookback::greedy(*model, {pair.source}).front().tokens;
      EXPECT_EQ(model->target_vocabulary().text(written), texts(c["written"]));
    }
    EXPECT_TRUE(bits::equal(weights_of(*load_model(save(*model))), weights_of(*model)));
  }
  EXPECT_EQ(names, expected);
}

// Other writers order tensors and metadata as they like, say more about a model, and need not align the data.
TEST(Safetensors, OtherWritersFilesAreReadToo) {
  const Model<float> model = models::model<float>(models::config(R"({"hidden": 4})"));
  const File file = File::of(save(model));
  rapidjson::Document header = file.json(), turned;
  auto& allocator = turned.GetAllocator();
  turned.SetObject();
  std::string data;
  const std::vector<Tensor>& tensors = model.parameters().tensors();
  for (std::size_t i = tensors.size(); i-- > 0;) {
    Value entry(header[tensors[i].name.c_str()], allocator);
    const std::size_t begin = entry["data_offsets"][0].GetUint64(), end = entry["data_offsets"][1].GetUint64();
    entry["data_offsets"][0].SetUint64(data.size());
    data += file.data.substr(begin, end - begin);
    entry["data_offsets"][1].SetUint64(data.size());
    turned.AddMember(Value(tensors[i].name.c_str(), allocator), entry, allocator);
  }
  Value metadata(header["__metadata__"], allocator);
  metadata.AddMember("author", "someone", allocator);
  turned.AddMember("__metadata__", metadata, allocator);
  for (const std::string padding : {"", " ", "\n\t  "}) {
    const std::unique_ptr<Model<float>> loaded = load_model(File{lookback::json::text(turned) + padding, data}.bytes());
    EXPECT_TRUE(bits::equal(weights_of(*loaded), weights_of(model)));
  }
}

// Malformed files. A small good file is spoiled in one place at a time.

class Malformed : public testing::Test {
protected:
  static const File& good() {
    static const File file =
        File::of(save(models::model<float>(models::config(R"({"hidden": 2, "embedding": 2, "attentionSize": 1})"))));
    return file;
  }

  static void refused(const std::string& bytes, const std::vector<std::string>& mentions) {
    expect_refusal([&] { load_model(bytes); }, "bad-model", mentions);
  }
  static void refused(const File& file, const std::vector<std::string>& mentions) { refused(file.bytes(), mentions); }

  // The good file with its header changed.
  template <class F>
  static File changed(F change) {
    rapidjson::Document header = good().json();
    change(header, header.GetAllocator());
    return good().with(header);
  }
  // With one tensor's entry changed.
  template <class F>
  static File changed_entry(F change, const char* name = "attention.v_a") {
    return changed([&](rapidjson::Document& header, auto& allocator) { change(header[name], allocator); });
  }
  // With a string of the metadata replaced.
  static File with_metadata(const char* key, const std::string& text) {
    return changed([&](rapidjson::Document& header, auto& allocator) {
      header["__metadata__"][key].SetString(text.data(), static_cast<rapidjson::SizeType>(text.size()), allocator);
    });
  }
  // With the first `from` of the header's text replaced by `to`.
  static File replaced(const std::string& from, const std::string& to) {
    std::string text = good().header;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    return good().with(text.replace(at, from.size(), to));
  }
};

TEST_F(Malformed, TheGoodFileIsGood) { EXPECT_NO_THROW(load_model(good().bytes())); }

TEST_F(Malformed, CutShortAnywhere) {
  const std::string bytes = good().bytes();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    SCOPED_TRACE(length);
    const bool in_header = length < 8 + good().header.size();
    refused(bytes.substr(0, length), {length < 8  ? "less than its header's length takes"
                                      : in_header ? "its header claims"
                                                  : "cut short"});
  }
}

TEST_F(Malformed, LengthOfTheHeader) {
  refused(std::string(), {"0 bytes"});
  refused(std::string(8, '\0'), {"not JSON"});
  const std::uint64_t size = good().bytes().size() - 8;
  for (const std::uint64_t length : {size + 1, std::uint64_t(1) << 32, ~std::uint64_t(0), std::uint64_t(1) << 63}) {
    refused(good().bytes(length), {"header claims " + std::to_string(length)});
  }
  for (const std::uint64_t length : {std::uint64_t(1), std::uint64_t(good().header.find("encoder"))}) {
    refused(good().bytes(length), {"not JSON"});
  }
  refused(good().bytes(good().header.size() + 1), {"not JSON"});  // a byte of the data
  refused(File{std::string((16u << 20) + 8, ' '), ""}, {"longer than any model's"});
}

TEST_F(Malformed, HeaderThatIsNotAnObject) {
  refused(good().with("hello"), {"header", "not JSON"});
  refused(good().with("[1, 2]"), {"header", "object"});
  refused(good().with("3"), {"header", "object"});
  refused(good().with(good().header + "{}"), {"header", "not JSON"});
}

TEST_F(Malformed, BadUtf8) {
  refused(replaced("attention.v_a", "attention.v_\xff"), {"not JSON", "encoding"});
  refused(replaced("attention.v_a", "attention.v_\xc3("), {"not JSON", "encoding"});
  refused(replaced("attention.v_a", "attention.v_\xed\xa0\x80"), {"not JSON", "encoding"});  // half a surrogate pair
  refused(replaced("attention.v_a", "attention.v_\\ud800"), {"not JSON", "surrogate"});
  refused(replaced("bos", "\xf8"), {"not JSON", "encoding"});
}

TEST_F(Malformed, DeepNesting) {
  constexpr std::size_t deep = 1000000;
  refused(good().with(std::string(deep, '[')), {"not JSON"});
  refused(good().with(std::string(deep, '[') + std::string(deep, ']')), {"object"});
  std::string objects;
  for (std::size_t i = 0; i < deep / 10; ++i) objects += "{\"a\":";
  refused(good().with(objects + "1" + std::string(deep / 10, '}')), {"'a'"});
  const std::string lists = std::string(deep, '[') + std::string(deep, ']');
  refused(replaced("\"F32\"", lists), {"type", "F32"});
  refused(replaced("\"shape\":[6,2]", "\"shape\":[" + lists + "]"), {"shape", "a list"});
  refused(replaced("\"shape\":[6,2]", "\"shape\":" + lists), {"shape"});
  refused(with_metadata("config", "{\"hidden\": " + lists + "}"), {"`hidden`"});
  refused(with_metadata("source_vocabulary", "{\"tokens\": [" + lists + "]}"), {"source vocabulary"});
}

TEST_F(Malformed, NamesThatStandTwice) {
  const std::string header = good().header.substr(0, good().header.rfind('}'));
  const std::size_t at = header.find("\"attention.v_a\"");
  const std::string entry = header.substr(at, header.find('}', at) + 1 - at);
  refused(good().with(header + "," + entry + "}"), {"'attention.v_a'", "twice"});
  refused(good().with(header + R"(,"__metadata__":{}})"), {"'__metadata__'", "twice"});
  refused(replaced(R"("seed":"0")", R"("seed":"0","config":"{}")"), {"'config'", "twice"});
  refused(replaced(R"("dtype":"F32")", R"("dtype":"F32","dtype":"F64")"), {"'dtype'", "twice"});
  refused(replaced(R"("shape":[6,2])", R"("shape":[6,2],"shape":[2,6])"), {"'shape'", "twice"});
}

TEST_F(Malformed, EntriesThatAreNoEntries) {
  refused(changed([](auto& header, auto&) { header["attention.v_a"].SetInt(3); }),
          {"'attention.v_a'", "not an object"});
  for (const char* key : {"dtype", "shape", "data_offsets"}) {
    refused(changed_entry([&](Value& entry, auto&) { entry.RemoveMember(key); }),
            {"'attention.v_a'", "`" + std::string(key) + "`"});
  }
}

TEST_F(Malformed, Types) {
  for (const char* type : {"F64", "F16", "BF16", "I32", "f32", ""}) {
    refused(changed_entry([&](Value& entry, auto& allocator) { entry["dtype"].SetString(type, allocator); }),
            {"'attention.v_a'", "\"" + std::string(type) + "\"", "F32"});
  }
  refused(changed_entry([](Value& entry, auto&) { entry["dtype"].SetNull(); }), {"'attention.v_a'", "null"});
}

TEST_F(Malformed, ShapesThatAreNoShapes) {
  const auto with_shape = [](const std::string& shape) { return replaced(R"("shape":[1])", "\"shape\":" + shape); };
  for (const char* shape : {"1", "\"1\"", "{}", "null"})
    refused(with_shape(shape), {"shape of 'attention.v_a'", "not a list"});
  for (const char* size : {"-1", "1.5", "\"1\"", "null", "1e30", "18446744073709551616"}) {
    refused(with_shape("[" + std::string(size) + "]"), {"shape of 'attention.v_a'", "no size"});
  }
  for (const char* shape :
       {"[10000000000]", "[18446744073709551615]", "[4294967296,4294967296]", "[1000000,1000000]"}) {
    refused(with_shape(shape), {"'attention.v_a'", "thousand million"});
  }
  refused(with_shape("[1,1,1]"), {"'attention.v_a'", "3 sizes"});
  refused(with_shape("[" + std::string(100000, '1') + "]"), {});
  for (const char* shape : {"[2]", "[0]", "[2,3]", "[0,18446744073709551615]"})
    refused(with_shape(shape), {"'attention.v_a'", "span 4 bytes"});
}

TEST_F(Malformed, ShapesThatAreNotTheModels) {
  // As many numbers, otherwise laid out.
  refused(replaced(R"("shape":[6,2])", R"("shape":[2,6])"), {"[2, 6]", "[6, 2]"});
  refused(replaced(R"("shape":[6,2])", R"("shape":[12])"), {"[12]", "[6, 2]"});
  refused(replaced(R"("shape":[1])", R"("shape":[1,1])"), {"[1, 1]", "[1]"});
  refused(replaced(R"("shape":[1])", R"("shape":[])"), {"[]", "[1]"});
}

TEST_F(Malformed, OffsetsThatAreNoOffsets) {
  for (const char* offsets :
       {"[0]", "[0,4,8]", "[-4,0]", "[0.5,4.5]", "\"0-4\"", "[\"0\",\"4\"]", "null", "[0,1e300]"}) {
    refused(changed_entry([&](Value& entry, auto& allocator) {
              rapidjson::Document value(&allocator);
              value.Parse(offsets);
              entry["data_offsets"].CopyFrom(value, allocator);
            }),
            {"data_offsets of 'attention.v_a'"});
  }
}

TEST_F(Malformed, OffsetsThatDoNotTileTheData) {
  const auto moved = [](std::int64_t begin, std::int64_t end, const char* name = "attention.v_a") {
    return changed_entry(
        [&](Value& entry, auto&) {
          Value& offsets = entry["data_offsets"];
          offsets[0].SetUint64(static_cast<std::uint64_t>(static_cast<std::int64_t>(offsets[0].GetUint64()) + begin));
          offsets[1].SetUint64(static_cast<std::uint64_t>(static_cast<std::int64_t>(offsets[1].GetUint64()) + end));
        },
        name);
  };
  refused(moved(4, -4), {"'attention.v_a'", "backwards"});
  refused(moved(0, 4), {"'attention.v_a'", "span 8 bytes", "needs 4"});
  refused(moved(-4, -4), {"overlaps"});
  refused(moved(4, 4), {"hole before the tensor 'attention.v_a'"});
  refused(moved(1, 1), {"hole before the tensor 'attention.v_a'"});
  for (const std::int64_t far :
       {std::int64_t(1) << 20, std::int64_t(1) << 32}) {  // the same place to a reader of 32 bits
    refused(moved(far, far), {"hole before the tensor"});
    refused(moved(far, far, "output.bias"), {"'output.bias'", "cut short"});
  }
  refused(moved(4, 4, "output.bias"), {"'output.bias'", "cut short"});
  refused(moved(-4, -4, "output.bias"), {"overlaps"});
  // The same place for two tensors of one size.
  refused(changed([](auto& header, auto& allocator) {
            header["encoder.bias_ih_l0"]["data_offsets"].CopyFrom(header["encoder.bias_hh_l0"]["data_offsets"],
                                                                  allocator);
          }),
          {"hole before the tensor"});
}

TEST_F(Malformed, BytesThatBelongToNoTensor) {
  refused(File{good().header, good().data + std::string(4, '\0')}, {"4 bytes after the last tensor"});
  refused(good().bytes() + good().bytes(), {"after the last tensor"});
}

TEST_F(Malformed, TensorsThatAreMissingOrTooMany) {
  const std::string last = "output.bias";
  const std::size_t size = 4 * 7;
  const File without{changed([&](auto& header, auto&) { header.RemoveMember(last.c_str()); }).header,
                     good().data.substr(0, good().data.size() - size)};
  refused(without, {"lacks the tensor 'output.bias'"});
  const File renamed = replaced("output.bias", "output.b");
  refused(renamed, {"lacks the tensor 'output.bias'"});
  const std::size_t end = good().data.size();
  const std::string entry = R"("more":{"dtype":"F32","shape":[1],"data_offsets":[)" + std::to_string(end) + "," +
                            std::to_string(end + 4) + "]}";
  const File with_more{good().header.substr(0, good().header.rfind('}')) + "," + entry + "}",
                       good().data + std::string(4, '\0')};
  refused(with_more, {"no tensor 'more'"});
  const std::string nothing = R"("none":{"dtype":"F32","shape":[0],"data_offsets":[0,0]})";
  refused(good().with(good().header.substr(0, good().header.rfind('}')) + "," + nothing + "}"), {"no tensor 'none'"});
}

// However long a name, the sentence stays one.
TEST_F(Malformed, VeryLongNames) {
  const std::string name(100000, 'x');
  refused(replaced("output.bias", name), {"output.bias"});
  refused(replaced("\"output.bias\":{", "\"" + name + "\":{\"dtype\":0,"), {"xxx…"});
  refused(replaced("\"output.bias\":", "\"" + name + "\":3,\"output.bias\":"), {"xxx…"});
  // Nor does a character that ends a line, or a C string, end it.
  refused(replaced("\"output.bias\":", R"("a\u0000b\nc":3,"output.bias":)"), {"'a?b?c'", "not an object"});
}

TEST_F(Malformed, Metadata) {
  refused(changed([](auto& header, auto&) { header.RemoveMember("__metadata__"); }), {"no `__metadata__`"});
  refused(changed([](auto& header, auto&) { header["__metadata__"].SetNull(); }), {"no `__metadata__`"});
  for (const char* key : {"config", "source_vocabulary", "target_vocabulary"}) {
    const std::string named = "`" + std::string(key) + "`";
    refused(changed([&](auto& header, auto&) { header["__metadata__"].RemoveMember(key); }),
            {named, "not written by Lookback"});
    refused(changed([&](auto& header, auto&) { header["__metadata__"][key].SetObject(); }),
            {named, "not written by Lookback"});
    refused(with_metadata(key, "hello"), {"not JSON"});
    refused(with_metadata(key, "[]"), {"object"});
    refused(with_metadata(key, ""), {"not JSON"});
  }
}

TEST_F(Malformed, Configurations) {
  refused(with_metadata("config", R"({"cell": "transformer"})"), {"configuration is wrong", "`cell`"});
  refused(with_metadata("config", R"({"heads": 8})"), {"configuration is wrong", "\"heads\""});
  refused(with_metadata("config", R"({"hidden": -1})"), {"configuration is wrong", "`hidden`"});
  refused(with_metadata("config", R"({"hidden": 1e9})"), {"configuration is wrong", "`hidden`"});
  refused(with_metadata("config", R"({"hidden": 4, "encoderHidden": 2, "bridge": "state"})"),
          {"configuration is wrong", "'state'"});
  refused(with_metadata("config", R"({"sharedEmbedding": true})"), {"configuration is wrong", "`sharedEmbedding`"});
  refused(with_metadata("config", "{}"), {"shape"});
  // A model of hundreds of megabytes is not even begun for a file of two kilobytes.
  refused(
      with_metadata("config",
                    R"({"cell": "lstm", "encoder": "bidirectional", "layers": 4, "hidden": 1024, "encoderHidden": 1024,
      "attentionSize": 1024, "embedding": 1024, "bridge": "tanh"})"),
      {"shape"});
}

TEST_F(Malformed, Vocabularies) {
  for (const char* side : {"source", "target"}) {
    const std::string key = std::string(side) + "_vocabulary", named = std::string(side) + " vocabulary";
    const auto with = [&](const std::string& text) { return with_metadata(key.c_str(), text); };
    refused(with("{}"), {named, "`tokens`"});
    refused(with(R"({"tokens": []})"), {named, "`tokens`"});
    refused(with(R"({"tokens": "abc"})"), {named, "`tokens`"});
    refused(with(R"({"tokens": ["a", 1]})"), {named, "strings"});
    refused(with(R"({"tokens": ["a", "b", "a"]})"), {named, "\"a\"", "twice"});
    refused(with(R"({"tokens": ["a", "b"], "bos": 2})"), {named, "`bos`"});
    refused(with(R"({"tokens": ["a", "b"], "eos": -2})"), {named, "`eos`"});
    refused(with(R"({"tokens": ["a", "b"], "unk": "b"})"), {named, "`unk`"});
  }
  refused(with_metadata("source_vocabulary", R"({"tokens": ["a", "b"]})"), {"[6, 2]", "[2, 2]"});
  refused(with_metadata("target_vocabulary", R"({"tokens": ["a", "b"]})"), {"`bos`"});
  refused(with_metadata("target_vocabulary", R"({"tokens": ["a"], "bos": 0})"), {"tokens to choose from"});
}

TEST_F(Malformed, WeightsThatAreNotFinite) {
  for (const float bad :
       {std::nanf(""), std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()}) {
    for (const std::size_t at : {std::size_t(0), good().data.size() - sizeof bad}) {
      File file = good();
      std::memcpy(file.data.data() + at, &bad, sizeof bad);
      refused(file, {at == 0 ? "source.embedding" : "output.bias", "not finite"});
    }
  }
}

}  // namespace

// The Chinese of the generated language is right by a checker of its own (chinese.h), which catches what is planted.
#include "chinese.h"

#include <gtest/gtest.h>


#include "lookback/task.h"
#include "planted.h"

namespace {

using lookback::make_task;
using lookback::Random;
using lookback::Task;
using planted::joined;
using planted::Plant;
using planted::swapped;
using planted::tokens;
using planted::Tokens;

std::vector<Tokens> sentences(int count) {
  const std::unique_ptr<Task> task = make_task("translate-zh-en", "{}");
  Random random(1, "test");
  std::vector<Tokens> out;
  for (int i = 0; i < count; ++i) out.push_back(task->source.text(task->draw(random, 0).source));
  return out;
}

TEST(Chinese, RightSentencesHaveNoFaults) {
  for (const char* sentence :
       {"我 爱 吃 苹果", "我 打 狗", "狗 打 我", "我 吃 苹果", "他 喜欢 苹果 公司", "我 的 好 老师 没 看见 那 只 老 狗", "她 每天 在 公园 找 我",
        "我们 想 买 两 本 新 书", "猫 正在 追 鸟", "你 今天 不 在 学校 吃 鸡蛋", "他们 爱 你 吗", "苹果 很 红", "学生 不 累", "这 家 公司 很 大",
        "他 在 商店 买 了 三 辆 车", "花 不 白", "我 买 红 书", "好 花 很 红", "鸡蛋 很 好", "狗 很 白"}) {
    EXPECT_EQ(chinese::faults(tokens(sentence)), std::set<std::string>{}) << sentence;
  }
}

TEST(Chinese, WrongSentencesAreNamed) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"我 正在 看见 狗", "aspect"},   {"我 不 看见 狗", "aspect"},         {"你 看见 狗 吗", "aspect"},      {"他 想 看见 我", "aspect"},
      {"他 想 喜欢 我", "aspect"},     {"她 想 爱 狗", "aspect"},           {"我 正在 爱 狗", "aspect"},      {"我 喜欢 了 狗", "aspect"},
      {"我 没 喜欢 狗", "aspect"},     {"我 喜欢 看见 狗", "aspect"},       {"我 没 吃 了 苹果", "aspect"},   {"我 正在 在 商店 买 书", "time"},
      {"我 今天 正在 买 书", "time"},  {"我 每天 不 吃 苹果", "time"},      {"我 每天 没 吃 苹果", "time"},   {"我 今天 看见 狗", "time"},
      {"我 正在 商店 买 书", "order"}, {"老师 很 新", "kind"},             {"书 很 红", "kind"},
      {"鸡蛋 不 红", "kind"},          {"书 很 白", "kind"},                 {"苹果 很 白", "kind"},           {"我 买 白 苹果", "kind"},
      {"花 很 好", "kind"},            {"狗 很 红", "kind"},              {"老 孩子 爱 我", "kind"},        {"我 爱 老 老师", "kind"},
      {"新 朋友 爱 我", "kind"},       {"苹果 很 忙", "kind"},              {"狗 买 书", "kind"},             {"我 打 学生", "kind"},
      {"狗 打 朋友", "kind"},          {"我 想 打 狗", "kind"},             {"我 吃 书", "kind"},             {"狗 爱 公司", "kind"},
      {"我们 爱 我", "same"},          {"他们 找 他们", "same"},            {"她 看见 了 他们", "same"},      {"两 个 学生 爱 我", "number"},
      {"我 没 买 三 本 书", "number"}, {"我 爱 一 只 狗", "number"},        {"我 买 一 个 书", "classifier"}, {"这 个 公司 很 大", "classifier"},
      {"我 买 两 书", "classifier"},   {"我 爱", "order"},                  {"我 爱 狗 猫", "order"},         {"忙 老师 爱 我", "order"},
      {"我 爱 大象", "word"}};
  for (const auto& [sentence, fault] : wrong) EXPECT_TRUE(chinese::faults(tokens(sentence)).count(fault)) << sentence << " must have the fault " << fault;
}

// Faults planted in sentences that the task draws: each must be found, under its name.
TEST(Chinese, PlantedFaultsAreFound) {
  const auto pair = [](const char* first, std::set<std::string> seconds, const char* with) {
    return [=](Tokens& all, std::size_t i) {
      if (i + 1 >= all.size() || all[i] != first || !seconds.count(all[i + 1])) return false;
      all[i + 1] = with;
      return true;
    };
  };
  const auto in_front = [](std::set<std::string> of, const char* word) {
    return [=](Tokens& all, std::size_t i) {
      if (i == 0 || !of.count(all[i]) || all[i - 1] == "今天") return false;
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(i), word);
      return true;
    };
  };
  const std::vector<std::pair<const char*, Plant>> plants = {
      {"classifier", swapped({{"只", "个"}, {"本", "个"}, {"家", "个"}, {"辆", "本"}, {"朵", "辆"}})},
      {"aspect", pair("正在", {"吃", "买", "追", "找", "打"}, "看见")},
      {"aspect", pair("想", {"吃", "买", "追", "找"}, "爱")},
      {"aspect", pair("想", {"吃", "买", "追", "找"}, "看见")},
      {"aspect", pair("不", {"吃", "买", "追", "找", "打"}, "看见")},
      {"aspect", pair("没", {"吃", "买", "追", "找", "打", "看见"}, "喜欢")},
      {"time", in_front({"没", "想"}, "每天")},
      {"time", [](Tokens& all, std::size_t i) {
         if (i == 0 || i + 1 >= all.size() || all[i - 1] == "今天" || all[i] != "不" || !std::set<std::string>({"吃", "买", "追", "找", "打", "爱"}).count(all[i + 1])) return false;
         all.insert(all.begin() + static_cast<std::ptrdiff_t>(i), "每天");
         return true;
       }},
      {"time", in_front({"正在"}, "今天")},
      {"order", in_front({"学校", "公园", "商店"}, "正在")},
      {"kind", [](Tokens& all, std::size_t i) {
         if (i + 1 >= all.size() || all[i] != "好" || !(all[i + 1] == "老师" || all[i + 1] == "学生" || all[i + 1] == "孩子")) return false;
         all[i] = i % 2 == 0 ? "新" : "老";
         return true;
       }},
      {"kind", [](Tokens& all, std::size_t i) {
         if (i == 0 || all[i - 1] != "打" || !(all[i] == "狗" || all[i] == "猫")) return false;
         all[i] = "学生";
         return true;
       }},
      {"kind", [](Tokens& all, std::size_t i) {
         if (i == 0 || all[i] != "红" || !(all[i - 1] == "很" || all[i - 1] == "不")) return false;
         for (std::string& word : all) {
           if (word == "苹果" || word == "花" || word == "车") word = "书";
           if (word == "个" || word == "朵" || word == "辆") word = "本";
         }
         return true;
       }},
      {"number", [](Tokens& all, std::size_t i) {
         if (i != 0 || all[0] != "这") return false;
         all[0] = "两";
         return true;
       }},
      {"same", [](Tokens& all, std::size_t i) {
         if (i + 1 != all.size() || all[1] == "的" || !(all[i] == "我" || all[i] == "你" || all[i] == "他") || all[i - 1] == "吃") return false;
         const std::set<std::string> who = {"我", "你", "他", "她", "我们", "他们"};
         if (!who.count(all[0])) return false;
         all[i] = all[0];
         return true;
       }},
  };
  const std::vector<Tokens> drawn = sentences(20000);
  planted::expect_noticed(plants, drawn, chinese::faults);
}

TEST(Chinese, EverySentenceIsRight) {
  for (const Tokens& sentence : sentences(20000)) ASSERT_EQ(chinese::faults(sentence), std::set<std::string>{}) << joined(sentence);
}

}  // namespace

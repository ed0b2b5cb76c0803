// A profile's clock: time goes to one part at a time, and all of it to some part.
#include "lookback/profile.h"

#include <gtest/gtest.h>

#include "lookback/source.h"
#include "lookback/trainer.h"
#include "models.h"

namespace {

using lookback::Part;
using lookback::Profile;
using lookback::Timed;

double time_now = 0;
double ticking() { return time_now += 1; }

TEST(Profile, TimeGoesToTheInnermostPart) {
  Profile profile;
  time_now = 0;
  profile.now = [] { return time_now; };
  {
    const Timed outer(&profile, Part::decoder);
    time_now = 3;
    {
      const Timed inner(&profile, Part::attention);
      time_now = 5;
    }
    time_now = 6;
  }
  EXPECT_EQ(profile.seconds[static_cast<int>(Part::decoder)], 4);
  EXPECT_EQ(profile.seconds[static_cast<int>(Part::attention)], 2);
  EXPECT_EQ(profile.part, Part::optimizer);
}

TEST(Profile, EveryPartOfAnUpdateTakesTime) {
  const std::shared_ptr<const lookback::Task> task = lookback::make_task("reverse", "{}");
  for (const char* config : {R"({"attention": "additive"})", R"({"attention": "dot"})"}) {
    lookback::Model<float> model(lookback::parse_model_config(config), task->source, task->target);
    lookback::Trainer<float> trainer(model, task->training, lookback::from_task(task));
    Profile profile;
    profile.now = ticking;
    profile.since = time_now;
    trainer.measure(&profile);
    const double begun = time_now;
    trainer.step();
    profile.enter(Part::optimizer);
    double total = 0;
    for (const double seconds : profile.seconds) {
      EXPECT_GT(seconds, 0);
      total += seconds;
    }
    EXPECT_EQ(total, time_now - begun);
  }
}

}  // namespace

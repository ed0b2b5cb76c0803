#include "lookback/forward_times.h"

#include <algorithm>

#include "lookback/error.h"
#include "lookback/profile.h"

namespace lookback {

template <class T>
ForwardTimes forward_times(const Model<T>& model, const std::vector<int>& source, Index count, double (*now)()) {
  if (count < 1) throw Error("bad-input", "Times are a mean over at least one pass: measure one or more.");
  const int start = std::max(0, model.target_vocabulary().bos);
  Pair pair;
  pair.source = source;
  pair.target = {start};
  Pass<T> pass;
  pass.batch.fill(pair, model.source_vocabulary(), model.target_vocabulary());
  Profile profile;
  profile.now = now;
  for (Index k = 0; k <= count; ++k) {
    pass.profile = k == 0 ? nullptr : &profile;
    pass.decoder.profile = pass.profile;
    if (k == 1) profile.since = now();
    model.encode(pass);
    model.decoder().begin(pass.decoder, pass.arena, pass.batch, pass.encoder, 1, {});
    model.decoder().step(pass.decoder, 0, &start);
  }
  const auto mean = [&](Part part) { return profile.seconds[static_cast<int>(part)] / static_cast<double>(count); };
  return {mean(Part::encoder), mean(Part::attention)};
}

template ForwardTimes forward_times(const Model<float>&, const std::vector<int>&, Index, double (*)());
template ForwardTimes forward_times(const Model<double>&, const std::vector<int>&, Index, double (*)());

}  // namespace lookback

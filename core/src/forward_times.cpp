#include "lookback/forward_times.h"

#include "lookback/profile.h"

namespace lookback {

template <class T>
ForwardTimes forward_times(const Model<T>& model, const Pair& pair, Index count, double (*now)()) {
  Pass<T> pass;
  pass.batch.fill(pair, model.source_vocabulary(), model.target_vocabulary());
  Profile profile;
  profile.now = now;
  for (Index k = 0; k <= count; ++k) {
    if (k == 1) {
      pass.profile = pass.decoder.profile = &profile;
      profile.since = now();
    }
    model.encode(pass);
    model.decoder().begin(pass.decoder, pass.arena, pass.batch, pass.encoder, 1, {});
    model.decoder().step(pass.decoder, 0, pass.batch.target_in.data());
  }
  const double passes = static_cast<double>(count);
  return {profile.seconds[static_cast<int>(Part::encoder)] / passes, profile.seconds[static_cast<int>(Part::attention)] / passes};
}

template ForwardTimes forward_times(const Model<float>&, const Pair&, Index, double (*)());
template ForwardTimes forward_times(const Model<double>&, const Pair&, Index, double (*)());

}  // namespace lookback

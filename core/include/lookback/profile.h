// Where the time of an update goes, for measurements: the clock is read where one part of the work ends and another begins. Without
// a profile it is never read.
#pragma once

namespace lookback {

enum class Part { encoder, attention, decoder, output, optimizer };

struct Profile {
  double (*now)() = nullptr;  // seconds since any moment
  // By part; what belongs to no other (drawing the batch, the norm, laying out the new weights) is the optimiser's.
  double seconds[5] = {};
  Part part = Part::optimizer;
  double since = 0;

  // From now on time is the part's. Returns whose it was.
  Part enter(Part next) {
    const double time = now(), before = since;
    const Part last = part;
    seconds[static_cast<int>(last)] += time - before;
    since = time;
    part = next;
    return last;
  }
};

// Gives the time of its life to a part, except what others inside it take.
class Timed {
 public:
  Timed(Profile* profile, Part part) : profile_(profile), before_(profile ? profile->enter(part) : part) {}
  ~Timed() {
    if (profile_) profile_->enter(before_);
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  Profile* profile_;
  Part before_;
};

}  // namespace lookback

// The dot score (Luong et al. 2015, section 3.1):
//   e_ij = s_iᵀ h_j
// It has no parameters, and needs a state and an annotation of one size.
#include "scores.h"

namespace lookback {

namespace {

template <class T>
class Dot final : public Score<T> {
 public:

  void begin(AttentionKept<T>& k, Arena<T>&) const override { k.keys = k.annotations; }

  void forward(AttentionKept<T>& k, Index first, Index count, In<T> queries) const override {
    dot_energies(k, first, count, queries, T(1));
  }

  void begin_backward(AttentionKept<T>& k, Arena<T>&) const override { k.d_keys = k.d_annotations; }

  void backward(AttentionKept<T>& k, Index first, Index count, In<T> queries, View<T> d_queries) const override {
    dot_energies_backward(k, first, count, queries, T(1), d_queries);
  }

  void finish_backward(AttentionKept<T>&, In<T>, Contributions<T>&) const override {}
};

}  // namespace

template <class T>
std::unique_ptr<Score<T>> dot_score(Parameters<T>&, const ModelConfig&) {
  return std::make_unique<Dot<T>>();
}

template std::unique_ptr<Score<float>> dot_score(Parameters<float>&, const ModelConfig&);
template std::unique_ptr<Score<double>> dot_score(Parameters<double>&, const ModelConfig&);

}  // namespace lookback

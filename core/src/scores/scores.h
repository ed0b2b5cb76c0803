// The scores that src/scores/table.cpp lists, and the two inner loops that they share: a dot product of query and key, and a
// one-layer network v · tanh(query + key).
#pragma once

#include "lookback/attention.h"

namespace lookback {

template <class T>
std::unique_ptr<Score<T>> additive_score(Parameters<T>& parameters, const ModelConfig& config);
template <class T>
std::unique_ptr<Score<T>> concat_score(Parameters<T>& parameters, const ModelConfig& config);
template <class T>
std::unique_ptr<Score<T>> dot_score(Parameters<T>& parameters, const ModelConfig& config);
template <class T>
std::unique_ptr<Score<T>> general_score(Parameters<T>& parameters, const ModelConfig& config);
template <class T>
std::unique_ptr<Score<T>> scaled_dot_score(Parameters<T>& parameters, const ModelConfig& config);

// e_ij = factor · q_i · k_j over kept.keys.
template <class T>
void dot_energies(AttentionKept<T>& kept, Index first, Index count, In<T> queries, T factor);
// dq_i += factor · Σ_j de_ij k_j,  dk_j += factor · Σ_i de_ij q_i.
template <class T>
void dot_energies_backward(AttentionKept<T>& kept, Index first, Index count, In<T> queries, T factor, View<T> d_queries);

// e_ij = v · tanh(p_i + k_j), with p in kept.projected and k in kept.keys; keeps the tanh in kept.hidden.
template <class T>
void network_energies(AttentionKept<T>& kept, Index first, Index count, const T* v);
// With g = de_ij v ⊙ (1 − tanh²):  dp_i = Σ_j g,  dk_j += g,  dv += de_ij tanh.
template <class T>
void network_energies_backward(AttentionKept<T>& kept, Index first, Index count, const T* v);

}  // namespace lookback

/**
 * The three model roles and the purposes for which a call is made. Roles are always logged apart, since an
 * optimiser confounded with the task model causes silent capability bleed.
 */

/** `serving` answers (and so runs rollouts), `proposer` edits (reflects, curates, aggregates), `evaluator` judges. */
export const MODEL_ROLES = ['serving', 'proposer', 'evaluator'] as const;
export type ModelRole = (typeof MODEL_ROLES)[number];

/**
 * Who sits in the judge's seat: the evaluator of its own, the proposer where a person forced it, or the cheaper proxy
 * where a ceiling on the cost of judging asks for one.
 */
export type JudgeSeat = 'evaluator' | 'proposer' | 'proxy';

/** Why a call is made. The phase of its journal key. */
export type CallPurpose =
  /** Run one training example under the frozen candidate. */
  | 'generate'
  /** Diagnose one trace. */
  | 'reflect'
  /** Level 1: one group's reflections into one update. Also the one plain call of n < 4 and of the naive arm. */
  | 'aggregate'
  /** Level 2: the k updates into one. */
  | 'combine'
  /** Condense reflections before they are aggregated. */
  | 'summarise'
  /** Think of an instruction, of a demonstration set, of what the data are. */
  | 'propose'
  /** Merge near-duplicate bullets. */
  | 'dedupe'
  /** Run one held-out (or selection) example. */
  | 'evaluate'
  /** Score an answer by a model. */
  | 'judge'
  /** Score an answer by a program that the operator of the worker has named. No model is asked. */
  | 'environment';

export const ROLE_OF_PURPOSE: Readonly<Record<CallPurpose, ModelRole>> = {
  generate: 'serving',
  evaluate: 'serving',
  reflect: 'proposer',
  aggregate: 'proposer',
  combine: 'proposer',
  summarise: 'proposer',
  propose: 'proposer',
  dedupe: 'proposer',
  judge: 'evaluator',
  environment: 'evaluator',
};

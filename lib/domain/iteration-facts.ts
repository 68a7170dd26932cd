import type { BatchPlan } from './batch-plan';
import type { StatedCause } from './cause';
import type { Edit } from './edit';
import type { Measurement } from './score';
import type { Spend } from './spend';
import type { SplitName } from './split';

/** Facts of an iteration: its plan, every rollout and reflection, shuffle, scan and close. */
export interface IterationFacts {
  'batch.planned': BatchPlan;
  'iteration.started': {
    readonly iteration: number;
    readonly epoch: number;
    readonly candidateHash: string;
    /** As planned; a search may map others, or none: its rollouts say which. */
    readonly exampleIds: readonly string[];
    /** The map began while the iteration before was being reduced: the candidate is the one from before that. */
    readonly stale?: true;
  };
  'rollout.finished': {
    readonly iteration: number;
    readonly ordinal: number;
    readonly split: SplitName;
    readonly exampleId: string;
    readonly candidateHash: string;
    readonly answer: string;
    /** Null = missing: the evaluator or the provider failed. An unusable answer of the model itself is a 0. */
    readonly score: number | null;
    readonly correct: boolean;
    /** Why there is no usable answer or no score. */
    readonly cause: StatedCause | null;
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly costUsd: number | null;
    /** Key texts of the journal's calls, for the trace view. */
    readonly callKeys: readonly string[];
  };
  'reflection.finished': {
    readonly iteration: number;
    readonly ordinal: number;
    readonly exampleId: string;
    readonly text: string;
    readonly insights: readonly string[];
    readonly cause: StatedCause | null;
    readonly callKeys: readonly string[];
  };
  'shuffle.finished': {
    readonly iteration: number;
    /** n', the valid reflections. */
    readonly reflections: number;
    readonly duplication: number;
    readonly k: number;
    /** Reflection ordinals, a list a group, in group order. */
    readonly groups: readonly (readonly number[])[];
    readonly degraded: boolean;
  };
  'group.aggregated': {
    readonly iteration: number;
    readonly group: number;
    readonly inputs: number;
    readonly edits: readonly Edit[];
    readonly text: string | null;
    readonly cause: StatedCause | null;
    readonly callKeys: readonly string[];
  };
  /** Input that one call could not hold besides its reply, so it was split further (cause `contextWindow`). */
  'context.split': ContextSplit & { readonly iteration: number };
  'scan.combined': {
    readonly iteration: number;
    readonly mode: ScanMode;
    readonly k: number;
    readonly survivingGroups: number;
    readonly calls: number;
    readonly edits: readonly Edit[];
    readonly text: string | null;
    /** Cause of the fallback, or of an unchanged candidate. */
    readonly cause: StatedCause | null;
    readonly callKeys: readonly string[];
  };
  'iteration.closed': {
    readonly iteration: number;
    /** Ordinals of the reflections that took part. */
    readonly members: readonly number[];
    readonly failures: number;
    readonly trainExamplesSeen: number;
    readonly minibatchScore: Measurement;
    readonly spend: Spend;
    /** Ordinals of reflections that came too late for this iteration (rulings J7). */
    readonly late?: readonly number[];
    /**
     * Reflections of the iteration before that joined this one. In the groups they stand behind its own, numbered on
     * from its planned size in the order of `late` of the iteration before.
     */
    readonly carried?: readonly number[];
    /** The candidate that the carried ones were made under. */
    readonly carriedBase?: string;
  };
  /** Too late for its own iteration and for the next: no part of any update, but paid (rulings J7). */
  'reflection.dropped': {
    readonly iteration: number;
    readonly ordinal: number;
    readonly exampleId: string;
    readonly candidateHash: string;
    /** Whether there was something to learn from it. */
    readonly usable: boolean;
    readonly tokens: number;
    readonly costUsd: number;
    readonly spendUsd: number;
  };
}

export interface ContextSplit {
  readonly code: 'contextWindow';
  /** 1: reflections of a group; from 2 on: updates of the level below. */
  readonly level: number;
  /** Group at level 1; at deeper levels the place in its level, from 0. */
  readonly group: number;
  /** Reflections or updates before the cut. */
  readonly inputs: number;
  /** Parts that were read instead, each by a call of its own; 0 = no call could read any. */
  readonly parts: number;
  /** Inputs that were too long even alone: no call read them. */
  readonly leftOut: number;
  /** Tokens of the one call over all inputs, as counted for this model. */
  readonly promptTokens: number;
  readonly replyTokens: number;
  readonly contextTokens: number;
}

/** How level 2 came to its update. */
export type ScanMode =
  /** n' = 0: no call, no update. */
  | 'empty'
  /** n' < 4 (k = 1), or the naive arm: one call on the raw reflections, no duplication. */
  | 'plainCall'
  | 'llm'
  | 'union'
  /** The reducer failed; the groups' edits were united and de-duplicated. */
  | 'unionAfterFailure'
  /** The reducer failed, and the method goes without an update then. */
  | 'combineFailed'
  | 'singleGroup'
  | 'noGroupProposals'
  /** One call on representatives of the reflections. */
  | 'topK'
  /** One call on a summary of all reflections. */
  | 'summary'
  /** One call on a summary of the summaries of each reflection. */
  | 'hierarchicalSummary';

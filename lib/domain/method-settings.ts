import type { ModelRole } from './model-role';

/**
 * What can be set of each prompt-learning method: the `method` part of a manifest. Members that came later are
 * optional, and absent means what the method did before there was such a setting.
 */
export type MethodSettings = AceSettings | GepaSettings | TextGradSettings | MiproSettings;

export type MethodName = MethodSettings['name'];

export interface AceSettings {
  readonly name: 'ace';
  readonly version: string;
  /** Reflection rounds while an answer is wrong. */
  readonly maxRounds: number;
  readonly playbookTokenBudget: number;
  readonly tagCounting: 'sum' | 'last';
  /** Cosine threshold of the near-duplicate merge; null = off. */
  readonly dedupeThreshold: number | null;
  readonly useGroundTruth: boolean;
  /** `all` lets the curator also update, merge and remove bullets; absent = additions only. */
  readonly edits?: 'add' | 'all';
  /** `online` measures each window of examples before it is learned from; absent = offline. */
  readonly mode?: 'offline' | 'online';
}

/** GEPA: a pool of candidates, chosen by a Pareto frontier over the selection split. */
export interface GepaSettings {
  readonly name: 'gepa';
  readonly version: string;
  /** Dimensions of the frontier: selection examples, objectives, both, or their pairs. */
  readonly frontier: 'instance' | 'objective' | 'hybrid' | 'cartesian';
  readonly parent:
    | { readonly kind: 'pareto' }
    | { readonly kind: 'currentBest' }
    | { readonly kind: 'epsilonGreedy'; readonly epsilon: number }
    | { readonly kind: 'topKPareto'; readonly k: number };
  /** Which parts of a candidate of several components a proposal rewrites. */
  readonly components: 'roundRobin' | 'all';
  /** The child's minibatch sum must be above the parent's, or not below it. */
  readonly acceptance: 'strict' | 'orEqual';
  /** Which of the improvements of one iteration stay. */
  readonly keep:
    | { readonly kind: 'all' }
    | { readonly kind: 'best' }
    | { readonly kind: 'topK'; readonly k: number };
  /** Proposals of one iteration: parents times minibatches. */
  readonly sampling:
    | { readonly kind: 'single' }
    | { readonly kind: 'sameParent'; readonly n: number }
    | { readonly kind: 'independent'; readonly n: number }
    | { readonly kind: 'pxn'; readonly parents: number; readonly n: number };
  /** Merging of two descendants of one ancestor; null = off. */
  readonly merge: { readonly maxInvocations: number } | null;
  /** A parent that is perfect on its minibatch has nothing to learn from it. */
  readonly skipPerfect: boolean;
  /** Answers of one candidate to one example are used again within the run. */
  readonly candidateCache: boolean;
  readonly useGroundTruth: boolean;
  /** Draws as the peer's Python streams do, bit for bit, so that whole runs can be checked against it. */
  readonly compatibleSeeds: boolean;
  /** Each null = off; the run's own budget and stopping rules hold besides. */
  readonly stop: {
    /** Rollouts on train and selection together. */
    readonly metricCalls: number | null;
    readonly iterationsWithoutImprovement: number | null;
    readonly candidates: number | null;
    readonly proposals: number | null;
    /** Mean selection score of the best candidate. */
    readonly score: number | null;
  };
}

/** TextGrad: textual gradients of each answer, and an optimiser that rewrites the prompt by them. */
export interface TextGradSettings {
  readonly name: 'textgrad';
  readonly version: string;
  /** A new prompt that is worse on the selection split is taken back. */
  readonly revertIfWorse: boolean;
  /** Gradients of so many earlier steps are shown again. */
  readonly gradientMemory: number;
  /** Sentences that every new prompt must obey. */
  readonly constraints: readonly string[];
  /** Null = all minibatches of an epoch. */
  readonly stepsPerEpoch: number | null;
  readonly useGroundTruth: boolean;
}

/** MIPROv2: bootstrapped demonstrations and proposed instructions, searched by a Parzen estimator. */
export interface MiproSettings {
  readonly name: 'mipro';
  readonly version: string;
  /** Instruction candidates and demonstration sets. */
  readonly candidates: number;
  readonly trials: number;
  /** Bootstrapped and labelled demonstrations of a set; both 0 = instructions only. */
  readonly bootstrappedDemos: number;
  readonly labelledDemos: number;
  /** Selection examples of a trial, where there are more of them than that. */
  readonly minibatch: number;
  /** A full evaluation after so many trials on minibatches. */
  readonly fullEvaluationEvery: number;
  readonly useGroundTruth: boolean;
}

/**
 * Training rollouts that one example may take in one iteration: ACE answers again after each reflection, GEPA tries
 * the child on the examples of its parent.
 */
export function rolloutsPerExample(method: MethodSettings): number {
  if (method.name === 'ace') return method.maxRounds;
  if (method.name !== 'gepa') return 1;
  const { sampling } = method;
  const proposals =
    sampling.kind === 'single' ? 1 : sampling.kind === 'pxn' ? sampling.parents * sampling.n : sampling.n;
  return 2 * proposals;
}

const REPLY_TOKENS = 4096;
const WHOLE_PROMPT_TOKENS = 16_384;

/**
 * Default length of a reply: a proposer that writes the whole prompt anew needs room for all of what
 * was learned so far, or its replies are cut off just when there is most to keep.
 */
export function usualReplyTokens(role: ModelRole, method?: MethodName): number {
  return role === 'proposer' && (method === 'gepa' || method === 'textgrad')
    ? WHOLE_PROMPT_TOKENS
    : REPLY_TOKENS;
}

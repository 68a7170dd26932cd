import { z } from 'zod';

/**
 * The `method` part of a manifest as it is stored, one schema a method. Limits and defaults belong to the request
 * (lib/contracts/method-settings): what was pinned once stays readable when they change. Members that came later are
 * optional, and absent means what the method did before there was such a setting.
 */
export const pinnedAce = z.object({
  name: z.literal('ace'),
  version: z.string(),
  /** Reflection rounds while an answer is wrong. */
  maxRounds: z.number(),
  playbookTokenBudget: z.number(),
  tagCounting: z.enum(['sum', 'last']),
  /** Cosine threshold of the near-duplicate merge; null = off. */
  dedupeThreshold: z.number().nullable(),
  useGroundTruth: z.boolean(),
  /** `all` lets the curator also update, merge and remove bullets; absent = additions only. */
  edits: z.enum(['add', 'all']).optional(),
  /** `online` measures each window of examples before it is learned from; absent = offline. */
  mode: z.enum(['offline', 'online']).optional(),
});

/** GEPA: a pool of candidates, chosen by a Pareto frontier over the selection split. */
export const pinnedGepa = z.object({
  name: z.literal('gepa'),
  version: z.string(),
  /** Dimensions of the frontier: selection examples, objectives, both, or their pairs. */
  frontier: z.enum(['instance', 'objective', 'hybrid', 'cartesian']),
  parent: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('pareto') }),
    z.object({ kind: z.literal('currentBest') }),
    z.object({ kind: z.literal('epsilonGreedy'), epsilon: z.number() }),
    z.object({ kind: z.literal('topKPareto'), k: z.number() }),
  ]),
  /** Which parts of a candidate of several components a proposal rewrites. */
  components: z.enum(['roundRobin', 'all']),
  /** The child's minibatch sum must be above the parent's, or not below it. */
  acceptance: z.enum(['strict', 'orEqual']),
  /** Which of the improvements of one iteration stay. */
  keep: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('best') }),
    z.object({ kind: z.literal('topK'), k: z.number() }),
  ]),
  /** Proposals of one iteration: parents times minibatches. */
  sampling: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('single') }),
    z.object({ kind: z.literal('sameParent'), n: z.number() }),
    z.object({ kind: z.literal('independent'), n: z.number() }),
    z.object({ kind: z.literal('pxn'), parents: z.number(), n: z.number() }),
  ]),
  /** Merging of two descendants of one ancestor; null = off. */
  merge: z.object({ maxInvocations: z.number() }).nullable(),
  /** A parent that is perfect on its minibatch has nothing to learn from it. */
  skipPerfect: z.boolean(),
  /** Answers of one candidate to one example are used again within the run. */
  candidateCache: z.boolean(),
  useGroundTruth: z.boolean(),
  /** Draws as the peer's Python streams do, bit for bit, so that whole runs can be checked against it. */
  compatibleSeeds: z.boolean(),
  /** Each null = off; the run's own budget and stopping rules hold besides. */
  stop: z.object({
    /** Rollouts on train and selection together. */
    metricCalls: z.number().nullable(),
    iterationsWithoutImprovement: z.number().nullable(),
    candidates: z.number().nullable(),
    proposals: z.number().nullable(),
    /** Mean selection score of the best candidate. */
    score: z.number().nullable(),
  }),
});

/** TextGrad: textual gradients of each answer, and an optimiser that rewrites the prompt by them. */
export const pinnedTextGrad = z.object({
  name: z.literal('textgrad'),
  version: z.string(),
  /** A new prompt that is worse on the selection split is taken back. */
  revertIfWorse: z.boolean(),
  /** Number of earlier steps whose gradients are shown again. */
  gradientMemory: z.number(),
  /** Sentences that every new prompt must obey. */
  constraints: z.array(z.string()),
  /** Null = all minibatches of an epoch. */
  stepsPerEpoch: z.number().nullable(),
  useGroundTruth: z.boolean(),
});

/** MIPROv2: bootstrapped demonstrations and proposed instructions, searched by a Parzen estimator. */
export const pinnedMipro = z.object({
  name: z.literal('mipro'),
  version: z.string(),
  /** Instruction candidates and demonstration sets. */
  candidates: z.number(),
  trials: z.number(),
  /** Bootstrapped and labelled demonstrations of a set; both 0 = instructions only. */
  bootstrappedDemos: z.number(),
  labelledDemos: z.number(),
  /** Selection examples of a trial, where there are more of them than that. */
  minibatch: z.number(),
  /** Number of minibatch trials before a full evaluation. */
  fullEvaluationEvery: z.number(),
  useGroundTruth: z.boolean(),
});

export const pinnedMethod = z.discriminatedUnion('name', [
  pinnedAce,
  pinnedGepa,
  pinnedTextGrad,
  pinnedMipro,
]);

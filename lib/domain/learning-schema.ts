import { z } from 'zod';
import { OPERATOR_KINDS } from './operator-kinds';
import { SPLIT_NAMES } from './split';

/** How a manifest's run learns: batches, how reflections become an update, when it measures, stops and waits. */
export const aggregationSettings = z.object({
  /**
   * combee = shuffle and two-level scan; naive = one aggregator call on all reflections; the others condense them first,
   * then make one call: topK on representatives, the summaries on a summary. Sequential = naive with batch size 1.
   */
  kind: z.enum(['combee', 'naive', 'topK', 'summary', 'hierarchicalSummary']),
  /** p, total copies of each reflection. */
  duplication: z.number(),
  /** k; null = floor(sqrt(n')). */
  groups: z.number().nullable(),
  reducer: z.enum(['llm', 'union']),
  /** Largest fan-in of one call before a level is split again. */
  fanInMax: z.number(),
  /** `planned` fixes k and the groups from the planned n before the map (rulings J6); absent = afterBarrier. */
  grouping: z.enum(['afterBarrier', 'planned']).optional(),
});

export const batchSettings = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('static'), size: z.number(), reason: z.string() }),
  z.object({
    kind: z.literal('dynamic'),
    /** Ascending, at least two distinct; default 4, 8, 16, 32. */
    profileSizes: z.array(z.number()),
    /** tau as a share of the peak slope; default 0.016. */
    tauShare: z.number(),
    peakSlope: z.enum(['analyticMin', 'finiteDifference']),
    maxBatch: z.number(),
    confirm: z.boolean(),
    /** A minibatch whose rewards vary less teaches little, so the size is halved; null = off. */
    rewardVarianceFloor: z.number().nullable(),
    /** The size stays where at least this share of the insights survives the scan; absent or null = off. */
    survivalFloor: z.number().nullable().optional(),
  }),
]);

export const evaluationSettings = z.object({
  /** Held-out is measured at the first boundary after every E training examples; null = N/10. */
  everyExamples: z.number().nullable(),
  /** Which answers are scored; held-out by contract, lowered only in rehearsals of the wiring. */
  split: z.enum(SPLIT_NAMES),
  /** A run keeps quality where its difference to the reference is above minus this; absent = CLAIM_DEFAULTS. */
  margin: z.number().optional(),
  /** Held-out measurements after the original prompt's that are planned; absent = as many as everyExamples gives. */
  looksMax: z.number().optional(),
  /** Held-out is measured beside the next map where nothing forbids it; absent = between two iterations. */
  beside: z.boolean().optional(),
  /** How often a serial run's diagnosis may answer a measured candidate, the run's own measurement included; absent = once. */
  repetitionsMax: z.number().optional(),
});

export const stoppingSettings = z.object({
  /** Held-out measurements without improvement; null = off. */
  patience: z.number().nullable(),
  /** Soft target on held-out, 0..1; null = off. */
  targetScore: z.number().nullable(),
});

/** Hard caps; null = no cap. Never exceeded, not even by a parallel wave: room is reserved before dispatch. */
export const budget = z.object({
  rollouts: z.number().nullable(),
  tokens: z.number().nullable(),
  usd: z.number().nullable(),
  wallMs: z.number().nullable(),
  gpuSeconds: z.number().nullable().optional(),
});

/** When waiting requests go out together. */
export const dispatchSettings = z.object({
  /** Number of waiting requests that sends a batch; null = off. */
  queueTarget: z.number().nullable(),
  /** Null = off. */
  maxWaitMs: z.number().nullable(),
  /** Share of busy lanes below which nothing waits; null = off. */
  utilisationFloor: z.number().nullable(),
  rewardVarianceFloor: z.number().nullable(),
  /** Prompt and answer tokens that one batch may hold together. */
  tokenBudget: z.number(),
  /** Rising upper bounds of prompt tokens; a batch holds requests of one bucket. */
  lengthBuckets: z.array(z.number()),
  /**
   * drop: unsent requests are cancelled and their reservation released; sent ones are awaited and kept. drain: requests
   * in flight or waiting are finished first. rollback: partial results are discarded and their examples met again under
   * the new candidate.
   */
  preemption: z.enum(['drop', 'drain', 'rollback']),
});

export const stragglerSettings = z.object({
  /** The iteration closes once this share of its reflections is in; the rest joins the next (rulings J7). Null = off. */
  carryOverAfterShare: z.number().nullable(),
  /** The next map starts on the old candidate while this one is reduced: staleness one. */
  overlap: z.boolean(),
});

const weightedOperator = z.object({
  kind: z.enum(OPERATOR_KINDS),
  /** The weights of a pool sum to 1. */
  weight: z.number(),
});

export const diversitySettings = z.object({
  /** At least three. */
  operators: z.array(weightedOperator),
  /** After this iteration the weights follow the lift on the selection split; null = they stay. */
  adaptAfterIteration: z.number().nullable(),
  /**
   * From an iteration on, until the next step, the proposer is called at its temperature. Rising, the first from
   * iteration 0.
   */
  temperature: z.array(z.object({ fromIteration: z.number(), temperature: z.number() })),
  /** An edit more similar than this to what is there is rejected; exactly at it is kept (rulings E6). */
  similarityMax: z.number(),
  /** The embedder that the threshold was chosen for. */
  embedderId: z.string(),
  /** Collapsed iterations in a row after which a fresh lineage is tried; null = never. */
  reseedAfterCollapsed: z.number().nullable(),
});

/** A threshold means something only for the embedder that it was chosen for, so the two are pinned together. */
export const survivalSettings = z.object({
  embedderId: z.string(),
  /** A line that names no ids is the insight's from this similarity on. */
  similarityMin: z.number(),
  /** The id that a line names is believed from this similarity on; below it is "claimed, not found". */
  similarityMinClaimed: z.number(),
  /** Insights carry ids through the prompts of both levels; off, similarity alone tells what became of them. */
  ids: z.boolean(),
});

/** A line of a playbook as a person saw it. */
export const insightLine = z.object({
  bulletId: z.string(),
  /** Header of the section that holds the line, where a lost line goes back to; empty = before any header. */
  section: z.string(),
  content: z.string(),
});

export const insightSteering = z.object({
  /** In every later version, with this text. */
  pinned: z.array(insightLine),
  /** In no later version: neither the id nor a text that is nearly the same. */
  banned: z.array(insightLine),
});

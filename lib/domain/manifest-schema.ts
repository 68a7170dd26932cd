import { z } from 'zod';
import { pinnedAgent } from './agent';
import {
  aggregationSettings,
  batchSettings,
  budget,
  dispatchSettings,
  diversitySettings,
  evaluationSettings,
  insightSteering,
  stoppingSettings,
  stragglerSettings,
  survivalSettings,
} from './learning-schema';
import { pinnedMethod } from './method-schema';
import { evaluationCacheSettings, judgingSettings, modelBinding } from './model-binding-schema';
import { MODEL_ROLES } from './model-role';
import { RUN_KINDS } from './run';
import { scoringSpec } from './scoring';
import { SPLIT_NAMES } from './split';

/**
 * The manifest: everything that a run's result depends on, pinned before it starts. Two runs with one manifest hash
 * and the same answers from outside are the same run. Stored manifests are hashed as they are stored, and this schema
 * says whether they can be read: it has no limits and no defaults, which belong to requests.
 */

/** A named job with an input shape, an output shape and a metric. */
export const task = z.object({
  id: z.string(),
  name: z.string(),
  /** One or two sentences for the generator: what the task is and what an answer looks like. */
  instructions: z.string(),
  inputShape: z.string(),
  outputShape: z.string(),
  scoring: scoringSpec,
  /** The candidate itself is scored: no model answers, its text is the answer to every example. */
  artefact: z.literal(true).optional(),
});

export const namedCandidate = z.object({ name: z.string(), text: z.string() });

export const runManifest = z.object({
  version: z.literal(1),
  /** Which engine made the run; absent = 1. A replay needs the same one. */
  engineVersion: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
  codeVersion: z.string(),
  runSeed: z.number(),
  kind: z.enum(RUN_KINDS),
  task,
  /** Absent = kind `answer`: a rollout is one call of the serving model. */
  agent: pinnedAgent.optional(),
  split: z.object({
    registrationId: z.string(),
    hash: z.string(),
    counts: z.record(z.enum(SPLIT_NAMES), z.number()),
  }),
  /**
   * The run reads the rollouts of these collected traces and carries out none in training; the split's count of training
   * examples is the number of traces. Absent = the run carries out its own rollouts.
   */
  traces: z.object({ sampleId: z.string(), hash: z.string() }).optional(),
  method: pinnedMethod,
  aggregation: aggregationSettings,
  batch: batchSettings,
  evaluation: evaluationSettings,
  epochs: z.number(),
  /** Calls in flight at once for this run. */
  lanes: z.number(),
  budget,
  stopping: stoppingSettings,
  models: z.record(z.enum(MODEL_ROLES), modelBinding),
  /** Name of a prompt template to the hash of its text. */
  prompts: z.record(z.string(), z.string()),
  seedCandidateText: z.string(),
  /** When waiting requests go out together; absent = each at once. */
  dispatch: dispatchSettings.optional(),
  /** Treatment of slow calls; absent = the barrier waits for all. */
  stragglers: stragglerSettings.optional(),
  /** Absent = no operators, no schedule, nothing rejected as a duplicate. */
  diversity: diversitySettings.optional(),
  /** The fates of insights are followed during the run; absent = computed from the ledger on request. */
  survival: survivalSettings.optional(),
  /** How a judge is kept honest; where code scores it is pinned and nothing follows from it. */
  judging: judgingSettings.optional(),
  /** Whether answers on held-out may come from other runs' journals; absent = never. */
  evaluationCache: evaluationCacheSettings.optional(),
  /** Lanes are raised by themselves up to this, on the conditions of R-202; absent = only by a person. */
  lanesMax: z.number().optional(),
  /** Rollouts go to every worker through the queue rather than to the one that holds the run. */
  spreadRollouts: z.boolean().optional(),
  /** Set on a run of kind `evaluation`: it trains nothing and measures these, in this order. */
  evaluateOnly: z.array(namedCandidate).optional(),
  /** The examples that a run of kind `evaluation` scores; absent = all of its split. */
  evaluateExampleIds: z.array(z.string()).optional(),
  /** How candidates of equal held-out score are told apart; absent = the earlier one stays. */
  tieBreak: z.literal('costLengthAge').optional(),
  /** Lines that people steered in the run that this one branched from; absent = none. */
  steering: insightSteering.optional(),
  branchedFrom: z.object({ runId: z.string(), iteration: z.number() }).optional(),
});

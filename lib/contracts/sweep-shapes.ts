import { z } from 'zod';
import { SWEEP_ARMS } from '@/lib/domain/sweep-arms';
import { armScore, frontStanding, pairDifference } from './pair-difference';
import { levelTwoReading } from './practice-readings';
import { scoreDoubt } from './score-doubt';

/** Estimates and results of a sweep. The operations are in ./sweeps. */
export const sweepArm = z.enum(SWEEP_ARMS).meta({ id: 'SweepArm' });

export const sweepStatus = z.enum(['running', 'paused', 'cancelled', 'finished']).meta({ id: 'SweepStatus' });

export const cellStatus = z
  .enum(['waiting', 'queued', 'running', 'paused', 'done', 'cut', 'failed', 'stopped', 'notStarted'])
  .meta({ id: 'SweepCellStatus' });

export const basisRollouts = z
  .int()
  .nullable()
  .describe(
    "Past rollouts of the agent's version that an answer is expected to take the mean of; null = no agent.",
  );

export const sweepEstimate = z
  .object({
    cells: z.int(),
    rollouts: z.number().describe('Training rollouts.'),
    evaluationRollouts: z.number(),
    calls: z.number(),
    tokens: z.number(),
    usd: z.number(),
    learningMs: z.number(),
    totalMs: z.number().describe('All cells, one after another.'),
    wallMs: z.number().describe('With the wanted number of runs at once.'),
    basisRuns: z
      .int()
      .describe('Ended runs that tokens and delays come from; 0 = lengths of texts and the published delay.'),
    /** Absent on sweeps that were launched before agents had forecasts of their own. */
    basisRollouts: basisRollouts.optional(),
    isPriced: z.boolean(),
    lanes: z.int(),
    /** Why it would be refused; null = its budget covers it. */
    refusal: z.string().nullable(),
  })
  .meta({ id: 'SweepEstimate' });
export type SweepEstimateView = z.output<typeof sweepEstimate>;

export const overSeeds = z
  .object({
    mean: z.number(),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    n: z.int().describe('Seeds; no interval for fewer than two.'),
  })
  .meta({ id: 'OverSeeds' });

const row = z
  .object({
    key: z.string().describe('What standings name this row by.'),
    arm: sweepArm,
    batchSize: z.int().nullable(),
    seeds: z.array(z.int()),
    accuracy: armScore,
    doubt: scoreDoubt
      .nullable()
      .describe('Of any of its cells; then the row is on no front and is held against nothing.'),
    learningMs: overSeeds,
    totalMs: overSeeds,
    playbookTokens: overSeeds,
    bullets: overSeeds,
    highValueBullets: overSeeds.nullable().describe('Bullets that were marked helpful three times or more.'),
    helpfulMarks: overSeeds.nullable(),
    insightsHeld: overSeeds
      .nullable()
      .describe('Share of new insights that the last playbook says; null where no insights were followed.'),
    costUsd: z.number().nullable(),
    tokens: z.number(),
    failures: z.number(),
    byLearning: frontStanding.nullable().describe('In learning time; null where nothing is learned.'),
    byTotal: frontStanding.nullable().describe('In learning and evaluation time.'),
  })
  .meta({ id: 'SweepRow' });

const sweepDifference = pairDifference
  .extend({
    reference: sweepArm,
    arm: sweepArm,
    batchSize: z.int(),
    seeds: z.array(z.int()),
    referenceSeeds: z.array(z.int()),
    includesTraining: z.boolean().describe('False where no arm has two seeds.'),
  })
  .meta({ id: 'SweepDifference' });

const publishedPlace = z.object({
  method: z.string(),
  model: z.string(),
  arm: z.string(),
  batchSize: z.int().nullable(),
  source: z.string(),
  confidence: z.string(),
  dataset: z.string(),
  /** Whether the value was published for the kind of data set that this sweep uses. */
  sameDataset: z.boolean(),
  note: z.string().nullable(),
});

export const publishedValue = publishedPlace
  .extend({
    accuracy: z.number(),
    trainSeconds: z.number().nullable(),
    playbookTokens: z.number().nullable(),
    entries: z.number().nullable(),
    costUsd: z.number().nullable(),
  })
  .meta({ id: 'PublishedValue' });

const publishedPlaybook = publishedPlace
  .extend({
    entries: z.number().nullable().describe('Written over the whole run.'),
    highValueEntries: z.number().nullable(),
    helpfulMarks: z.number().nullable(),
    coverage: z.number().nullable().describe('As a judge found it.'),
    specificity: z.number().nullable(),
  })
  .meta({ id: 'PublishedPlaybook' });

/** Setting shared by every number of the page. */
export const sweepOrigin = z.object({
  split: z.string(),
  heldOutExamples: z.int(),
  hardware: z.string(),
  lanes: z.int(),
  method: z.string(),
  datasetName: z.string(),
  /** By what the practice model divides its delays: a number, "off", or null where its provider does not say. */
  timeScale: z.string().nullable(),
  levelTwo: levelTwoReading
    .nullable()
    .describe('What level 2 of the practice model counts in the arms that have it; null for real models.'),
});

export const sweepFigure = z
  .object({
    rows: z.array(row),
    differences: z.array(sweepDifference),
    published: z
      .array(publishedValue)
      .describe('Every published value; those of the data set of this sweep come first. Other hardware.'),
    publishedPlaybooks: z.array(publishedPlaybook).describe('What was published of playbooks, likewise.'),
  })
  .meta({ id: 'SweepFigure' });
export type SweepFigureView = z.output<typeof sweepFigure>;

import { z } from 'zod';
import { planStep, planStop } from '@/lib/domain/run-plan-schema';
import { diagnosisForecast } from './diagnosis-forecast';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { diagnosis, runKind, runStatus } from './run-shapes';
import { setProgress } from './set-progress';
import { basisRollouts } from './sweep-shapes';

/** One press of Run: serial baseline, diagnosis and Combee of an experiment, followed as one thing. */
const tag = 'Run plans';

const plannedRun = z.object({
  step: planStep,
  /** Null for the diagnosis, which is no run of its own. */
  kind: runKind.nullable(),
  /** The step is done already: a diagnosis of the same task, split, method and hardware says so. */
  isDone: z.boolean(),
  rollouts: z.number().describe('Training rollouts, expected.'),
  evaluationRollouts: z.number(),
  usd: z.number(),
  totalMs: z.number(),
});

export const runPlanForecast = z
  .object({
    steps: z.array(plannedRun),
    isPriced: z.boolean(),
    practice: z.boolean(),
    basisRuns: z.int().describe('Ended runs that tokens and delays come from; 0 = lengths of texts.'),
    basisRollouts,
    examples: z.object({ train: z.int(), heldOut: z.int() }),
    diagnosisForecast,
    /** The newest of the scope; null = none yet. */
    diagnosis: diagnosis.nullable(),
    /** Reasons that would stop the plan, a sentence each, with the rule where one does. */
    stops: z.array(
      z.object({
        sentence: z.string(),
        ruleId: z.string().nullable(),
        isCertain: z.boolean(),
        isPassedExploring: z.boolean().describe('An exploratory run starts in spite of it.'),
      }),
    ),
    /** Where doing more serial examples leads: epochs of the next baseline, and its cost. */
    more: plannedRun.extend({ epochs: z.int() }),
  })
  .meta({ id: 'RunPlanForecast' });
export type RunPlanForecastView = z.output<typeof runPlanForecast>;

const planRun = z.object({ id: z.string(), kind: runKind, status: runStatus, label: z.string() });

export const runPlan = z
  .object({
    id: z.string(),
    experimentId: z.string(),
    experimentName: z.string(),
    status: z.enum(['running', 'paused', 'stopped', 'finished', 'cancelled']),
    /** The first step that is not done; the last one of a finished plan. */
    step: planStep,
    runs: z.array(planRun).describe('Oldest first.'),
    diagnosis: diagnosis.nullable(),
    explores: z.boolean().describe('An undecided diagnosis is followed by an exploratory run.'),
    stop: planStop.nullable(),
    progress: setProgress,
    createdBy: z.string(),
    createdAt: timestamp,
    endedAt: timestamp.nullable(),
  })
  .meta({ id: 'RunPlan' });
export type RunPlanView = z.output<typeof runPlan>;

const ofExperiment = z.object({ experimentId: identifier });
const ofPlan = z.object({ planId: identifier });

export const forecastRunPlan = operation({
  id: 'forecastRunPlan',
  method: 'GET',
  path: '/api/v1/experiments/{experimentId}/run-plan-forecast',
  tag,
  summary: 'The runs of a plan with their expected cost and time, and what would stop it; starts nothing',
  permission: 'read',
  scope: 'experimentId',
  params: ofExperiment,
  response: runPlanForecast,
});

export const startRunPlanBody = z
  .strictObject({
    explores: z
      .boolean()
      .default(false)
      .describe('After an undecided diagnosis an exploratory run starts by itself, as after explore.'),
  })
  .meta({ id: 'StartRunPlan' });
export type StartRunPlanInput = z.output<typeof startRunPlanBody>;

export const startRunPlan = operation({
  id: 'startRunPlan',
  method: 'POST',
  path: '/api/v1/experiments/{experimentId}/run-plans',
  tag,
  summary: 'Start a plan: serial baseline, diagnosis, Combee',
  description:
    'Each run starts under the rules of every other start. The plan stops where a rule says so and names the ways on.',
  permission: 'experiment',
  scope: 'experimentId',
  params: ofExperiment,
  body: startRunPlanBody,
  response: runPlan,
  status: 201,
});

export const readNewestRunPlan = operation({
  id: 'readNewestRunPlan',
  method: 'GET',
  path: '/api/v1/experiments/{experimentId}/run-plans/newest',
  tag,
  summary: 'The newest plan of an experiment; null where none was started',
  permission: 'read',
  scope: 'experimentId',
  params: ofExperiment,
  response: z.object({ plan: runPlan.nullable() }),
});

export const readRunPlan = operation({
  id: 'readRunPlan',
  method: 'GET',
  path: '/api/v1/run-plans/{planId}',
  tag,
  summary: 'One plan: its step, its runs, what it used, and what stopped it',
  permission: 'read',
  scope: 'planId',
  params: ofPlan,
  response: runPlan,
});

export const controlRunPlanBody = z
  .strictObject({ action: z.enum(['pause', 'resume', 'cancel', 'moreSerial', 'explore', 'again']) })
  .meta({ id: 'ControlRunPlan' });
export type ControlRunPlanInput = z.output<typeof controlRunPlanBody>;

export const controlRunPlan = operation({
  id: 'controlRunPlan',
  method: 'POST',
  path: '/api/v1/run-plans/{planId}/control',
  tag,
  summary: 'Pause, resume or cancel a plan with its run, or go on from a stop',
  description:
    'moreSerial doubles the epochs of the serial baseline; explore starts an exploratory run after an undecided diagnosis.',
  permission: 'experiment',
  scope: 'planId',
  params: ofPlan,
  body: controlRunPlanBody,
  response: runPlan,
});

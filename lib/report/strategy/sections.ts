/**
 * The ten sections of a plan and of a report: their order, their names, and what each has to say. A
 * plan and a report have the same sections and the same lines, so that expectation and measurement can be held side by
 * side (rulings W4). Knows nothing of where a line's words come from.
 */
import type { Block } from '@/lib/domain/report-document';

export const SECTIONS = [
  {
    number: 1,
    key: 'taskAndBaseline',
    title: 'Task & Baseline',
    ruleId: 'R-151',
    fields: {
      task: 'Task',
      input: 'Input',
      output: 'Output',
      metric: 'Success metric',
      evaluationSet: 'Evaluation set',
      serialMethod: 'Serial method',
      originalScore: 'Original prompt on held-out',
      convergedScore: 'Converged held-out score',
      rolloutsToConverge: 'Rollouts to converge',
      changedDefaults: 'Defaults that were changed',
    },
  },
  {
    number: 2,
    key: 'convergenceDiagnosis',
    title: 'Convergence Diagnosis',
    ruleId: 'R-152',
    fields: {
      curve: 'Serial curve',
      plateau: 'Plateau',
      decision: 'Go or no-go',
      alternative: 'Alternative',
    },
  },
  {
    number: 3,
    key: 'parallelismShape',
    title: 'Parallelism Shape',
    ruleId: 'R-153',
    fields: {
      chosen: 'Chosen shape',
      rejected: 'Rejected shapes',
      ceiling: 'Speedup ceiling',
      invalidatedBy: 'What would invalidate it',
      utilisation: 'Lanes kept busy',
    },
  },
  {
    number: 4,
    key: 'dynamicBatchingPolicy',
    title: 'Dynamic Batching Policy',
    ruleId: 'R-154',
    fields: {
      batchSize: 'Batch size',
      trigger: 'Trigger',
      composition: 'Shape of a batch',
      preemption: 'Pre-emption',
      pseudocode: 'Pseudocode',
      distribution: 'Batch-size distribution',
    },
  },
  {
    number: 5,
    key: 'rolloutDiversityControls',
    title: 'Rollout Diversity Controls',
    ruleId: 'R-155',
    fields: {
      operators: 'Operator pool',
      temperature: 'Temperature schedule',
      antiCollapse: 'Anti-collapse rule',
      reseed: 'Re-init condition',
      observed: 'Diversity observed',
    },
  },
  {
    number: 6,
    key: 'evaluatorSpec',
    title: 'Evaluator Spec',
    ruleId: 'R-156',
    fields: {
      proposer: 'Proposer model',
      evaluator: 'Evaluator',
      serving: 'Serving model',
      calibration: 'Calibration check',
      calibrated: 'Calibration result',
      cacheKey: 'Evaluation cache key',
      reevaluation: 'Re-evaluation',
    },
  },
  {
    number: 7,
    key: 'stoppingAndSelection',
    title: 'Stopping Rule & Final Selection',
    ruleId: 'R-157',
    fields: {
      budget: 'Hard budget',
      target: 'Soft target',
      patience: 'Patience',
      selection: 'Final prompt',
      tieBreak: 'Tie-break',
      outcome: 'How it ended',
    },
  },
  {
    number: 8,
    key: 'productionCanary',
    title: 'Production Canary',
    ruleId: 'R-158',
    fields: {
      shadow: 'Shadow protocol',
      threshold: 'Promotion threshold',
      rollback: 'Roll-back',
      hooks: 'Observability hooks',
      outcome: 'Canary result',
    },
  },
  {
    number: 9,
    key: 'costReport',
    title: 'Cost Report',
    ruleId: 'R-159',
    fields: {
      headline: 'Headline',
      perPoint: 'Cost per improvement point',
      perIteration: 'Cost per iteration',
      total: 'Total',
      toTarget: 'To reach the target',
      againstSerial: 'Against the serial baseline',
    },
  },
  {
    number: 10,
    key: 'risksAndLimits',
    title: 'Risks & Honest Limits',
    ruleId: 'R-160',
    fields: {
      failureMode: 'Largest failure mode',
      monitor: 'Cheapest monitor',
      notHolding: 'When the speedup claim does not hold',
      notMeasured: 'Not measured',
    },
  },
] as const;

type SectionRow = (typeof SECTIONS)[number];
export type SectionKey = SectionRow['key'];
export type FieldOf<Key extends SectionKey> = keyof Extract<SectionRow, { key: Key }>['fields'];

/** Basis of a line. Without it a reader would take an expectation for a finding. */
export type Basis =
  /** Fixed by the configuration, the same before and after. */
  | 'pinned'
  /** Said by a person. */
  | 'stated'
  /** A rule of the product that no setting changes. */
  | 'rule'
  /** Reckoned beforehand; `from` says from what. */
  | 'expected'
  | 'measured'
  /** Nothing was measured; the words say so. */
  | 'notMeasured';

export interface Statement {
  /** One or two sentences, never empty. */
  readonly says: string;
  readonly basis: Basis;
  /** Source of an expected or measured line: a run, a fit, a default. */
  readonly from?: string;
  /** Table, curve or code below the sentence. */
  readonly blocks?: readonly Block[];
}

export type Fields<Key extends SectionKey> = Readonly<Record<FieldOf<Key>, Statement>>;

export interface SectionContent {
  readonly number: number;
  readonly key: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, Statement>>;
}

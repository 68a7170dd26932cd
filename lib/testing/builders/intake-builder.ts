import type { IntakeAnswers } from '@/lib/domain/intake';

/** Every input of a set-up stated, for a task, split and models that the test has; `changes` replaces what it is about. */
export function buildIntakeAnswers(changes: Partial<IntakeAnswers> = {}): IntakeAnswers {
  return {
    taskId: 'tsk_1',
    inputShape: 'A question with its figures.',
    outputShape: 'One number.',
    metricDirection: 'higher',
    metricLow: 0,
    metricHigh: 100,
    metricUnit: '% right',
    baselineScore: 0.2,
    baselineSplit: 'heldOut',
    serialMethod: 'gepa',
    serialVersion: '0.1.4',
    rolloutsToConverge: 100,
    convergedScore: 0.8,
    hardwareType: 'H100',
    hardwareCount: 8,
    hardwareMemoryGb: 80,
    hardwareNetwork: 'NVLink',
    hardwareSharing: 'share',
    models: {
      serving: { providerId: 'prv_1', model: 'practice-task' },
      proposer: { providerId: 'prv_1', model: 'practice-proposer' },
      evaluator: { providerId: 'prv_1', model: 'practice-judge' },
    },
    rollouts: 1000,
    tokens: 100_000_000,
    gpuSeconds: 'notMeasured',
    deadlineMinutes: 600,
    binding: 'rollouts',
    datasetId: 'dat_1',
    splitId: 'spl_1',
    scoringDigest: 'digest',
    owner: 'The evaluation team',
    usedToTune: false,
    failureSentence: 'Support answers a customer wrongly.',
    failureLevel: 'medium',
    ...changes,
  };
}

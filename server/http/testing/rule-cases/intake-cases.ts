import { canonicalHash } from '@/lib/domain/content-hash';
import type { IntakeAnswers } from '@/lib/domain/intake';
import { INPUT_RULES } from '@/lib/policy/rules/intake';
import { buildIntakeAnswers } from '@/lib/testing/builders/intake-builder';
import type { RuleBench } from '../rule-bench';
import type { RuleCase } from '../test-rules';

/** Required inputs of the guided set-up, one case each, and its further refusals. */
const LEFT_OUT: Readonly<Record<(typeof INPUT_RULES)[number]['id'], keyof IntakeAnswers>> = {
  'R-026': 'models',
  'R-030': 'taskId',
  'R-031': 'inputShape',
  'R-032': 'outputShape',
  'R-033': 'metricUnit',
  'R-034': 'baselineScore',
  'R-035': 'serialMethod',
  'R-036': 'serialVersion',
  'R-037': 'rolloutsToConverge',
  'R-038': 'convergedScore',
  'R-039': 'hardwareType',
  'R-040': 'hardwareCount',
  'R-041': 'hardwareMemoryGb',
  'R-042': 'hardwareNetwork',
  'R-043': 'hardwareSharing',
  'R-044': 'rollouts',
  'R-045': 'tokens',
  'R-046': 'gpuSeconds',
  'R-047': 'deadlineMinutes',
  'R-048': 'binding',
  'R-049': 'datasetId',
  'R-050': 'splitId',
  'R-051': 'scoringDigest',
  'R-052': 'owner',
  'R-053': 'usedToTune',
  'R-054': 'failureLevel',
};

/** A complete set-up with these changes, saved and submitted as an experiment. */
async function setUp(bench: RuleBench, changes: Partial<IntakeAnswers> = {}, reasons: object = {}) {
  const { api, catalogue } = bench;
  const task = await api.database.db.task.findUniqueOrThrow({ where: { id: catalogue.taskId } });
  const answers = buildIntakeAnswers({
    taskId: catalogue.taskId,
    datasetId: catalogue.datasetId,
    splitId: catalogue.splitId,
    scoringDigest: canonicalHash(task.scoring),
    models: {
      serving: bench.model('task'),
      proposer: bench.model('proposer'),
      evaluator: bench.model('judge'),
    },
    // Ten held-out examples can show a gain of this size.
    baselineScore: 0.05,
    convergedScore: 0.9,
    ...changes,
  });
  const name = bench.newName();
  const { json } = await api.call('createIntake', { body: { name } });
  const params = { intakeId: json.id as string };
  const saved = await api.call('saveIntake', { params, body: { revision: 0, name, answers, reasons } });
  if (saved.status !== 200) throw new Error(`the set-up of the case was not saved: ${saved.text}`);
  return { params };
}

async function tunedSplit(bench: RuleBench, usedToTune: boolean) {
  const split = await bench.newSplit();
  await bench.api.database.db.splitRegistration.update({
    where: { id: split.splitId },
    data: { usedToTune: true },
  });
  return setUp(bench, { ...split, usedToTune });
}

const lanes = { settings: { lanes: 16 } };

export const INTAKE_CASES: readonly RuleCase[] = [
  ...INPUT_RULES.map(({ id }) => ({
    rule: id,
    operation: 'finishIntake',
    refused: (bench: RuleBench) => setUp(bench, { [LEFT_OUT[id]]: undefined }),
    passing: (bench: RuleBench) => setUp(bench),
  })),
  {
    rule: 'R-034',
    operation: 'finishIntake',
    refused: (bench) => setUp(bench, { baselineSplit: 'train' }),
    passing: (bench) => setUp(bench, { baselineSplit: 'heldOut' }),
  },
  {
    rule: 'R-044',
    operation: 'finishIntake',
    refused: (bench) => setUp(bench, { rollouts: 1 }),
    passing: (bench) => setUp(bench, { rollouts: 500 }),
  },
  {
    rule: 'R-053',
    operation: 'finishIntake',
    refused: (bench) => tunedSplit(bench, false),
    passing: (bench) => tunedSplit(bench, true),
  },
  {
    rule: 'R-055',
    operation: 'finishIntake',
    refused: (bench) => setUp(bench, { owner: undefined, tokens: undefined }),
    passing: (bench) => setUp(bench),
  },
  {
    rule: 'R-195',
    operation: 'finishIntake',
    refused: (bench) => setUp(bench, { baselineScore: 0.88 }),
    passing: (bench) => setUp(bench),
  },
  {
    rule: 'R-211',
    operation: 'finishIntake',
    refused: (bench) => setUp(bench, lanes),
    passing: (bench) => setUp(bench, lanes, { 'R-202': 'The cluster that we rent takes sixteen.' }),
  },
];

/**
 * What is wrong with the answers that are there, all at once. An answer is held against what is known already: the
 * task, the split and the serial run that were chosen. Knows nothing of what is missing (./intake-questions).
 */
import type { IntakeAnswers, IntakeStep } from '@/lib/domain/intake';
import { methodWords } from '@/lib/domain/method-words';
import type { SerialRecord } from '@/lib/domain/serial-record';
import type { SplitName } from '@/lib/domain/split';
import { baselineElsewhere, INPUT_RULES, type IntakeRuleId } from './rules/intake';

/** Records that the answers refer to; null = nothing chosen, or not found. */
export interface IntakeFacts {
  readonly task: {
    readonly name: string;
    readonly inputShape: string;
    readonly outputShape: string;
    readonly scoringDigest: string;
  } | null;
  readonly split: {
    readonly datasetId: string;
    readonly counts: Readonly<Record<SplitName, number>>;
    readonly owner: string | null;
    readonly usedToTune: boolean | null;
  } | null;
  readonly serial: SerialRecord | null;
}

export interface AnswerFault {
  readonly ruleId: IntakeRuleId;
  readonly step: IntakeStep;
  readonly field: keyof IntakeAnswers;
  readonly message: string;
}

type Check = readonly [ruleId: IntakeRuleId, field: keyof IntakeAnswers, isWrong: boolean, message: string];

const SENTENCE_MIN = 20;
const STEPS = new Map(INPUT_RULES.map(({ id, step }) => [id, step]));

export function answerFaults(answers: IntakeAnswers, facts: IntakeFacts): AnswerFault[] {
  return [
    ...taskChecks(answers, facts),
    ...serialChecks(answers, facts),
    ...hardwareChecks(answers),
    ...budgetChecks(answers),
    ...evalSetChecks(answers, facts),
    ...failureChecks(answers),
  ].flatMap(([ruleId, field, isWrong, message]) =>
    isWrong ? [{ ruleId, field, message, step: STEPS.get(ruleId) ?? 'task' }] : [],
  );
}

const given = (value: unknown): boolean => value !== undefined;
const outside = (value: number | undefined, low: number, high: number) =>
  value !== undefined && !(value >= low && value <= high);
const notCount = (value: number | undefined) =>
  value !== undefined && !(Number.isInteger(value) && value >= 1);
const notPositive = (value: number | undefined) => value !== undefined && !(value > 0);

function taskChecks(a: IntakeAnswers, { task }: IntakeFacts): Check[] {
  const range = given(a.metricLow) && given(a.metricHigh) && !(Number(a.metricLow) < Number(a.metricHigh));
  const { baselineSplit = 'heldOut' } = a;
  return [
    ['R-030', 'taskId', given(a.taskId) && task === null, 'This task does not exist.'],
    [
      'R-033',
      'metricDirection',
      a.metricDirection === 'lower',
      'Waggle raises scores: let the scorer turn the metric around, so that more is better.',
    ],
    ['R-033', 'metricHigh', range, 'The best value lies above the worst one.'],
    ['R-034', 'baselineScore', outside(a.baselineScore, 0, 1), 'A score lies between 0 % and 100 %.'],
    [
      'R-034',
      'baselineSplit',
      baselineSplit !== 'heldOut',
      baselineSplit === 'heldOut' ? '' : baselineElsewhere(baselineSplit),
    ],
  ];
}

function serialChecks(a: IntakeAnswers, { serial }: IntakeFacts): Check[] {
  const isOther = serial !== null && given(a.serialMethod) && serial.method !== a.serialMethod;
  const isElsewhere = serial !== null && given(a.splitId) && serial.registrationId !== a.splitId;
  const isOtherTask = serial !== null && given(a.taskId) && serial.taskId !== a.taskId;
  return [
    ['R-035', 'serialMethod', isOther, `The chosen serial run used ${methodWords(serial?.method ?? '')}.`],
    [
      'R-037',
      'rolloutsToConverge',
      notCount(a.rolloutsToConverge),
      'Give a whole number of rollouts, at least 1.',
    ],
    ['R-038', 'convergedScore', outside(a.convergedScore, 0, 1), 'A score lies between 0 % and 100 %.'],
    ...recordChecks(a, serial),
    [
      'R-038',
      'serialRunId',
      given(a.serialRunId) && serial === null,
      'This serial run is not there, or has not finished.',
    ],
    ['R-038', 'serialRunId', isElsewhere, 'The chosen serial run was measured on another split.'],
    ['R-038', 'serialRunId', isOtherTask, 'The chosen serial run belongs to another task.'],
  ];
}

/** Scores are shown with one digit behind the point, and so may be typed with one. */
const SCORE_ROUNDING = 0.0005;

/** The serial record is locked (strategist A11): what the chosen run measured is not stated otherwise. */
function recordChecks(a: IntakeAnswers, serial: SerialRecord | null): Check[] {
  if (serial === null) return [];
  const { version, rolloutsToConverge: took, convergedScore: reached } = serial;
  // A blank one is a question still open, not another version.
  const stated = a.serialVersion?.trim() ?? '';
  const isOtherVersion = stated !== '' && stated !== version;
  const isOtherCount = took !== null && given(a.rolloutsToConverge) && a.rolloutsToConverge !== took;
  const isOtherScore =
    reached !== null &&
    a.convergedScore !== undefined &&
    !(Math.abs(a.convergedScore - reached) <= SCORE_ROUNDING + 1e-9);
  return [
    ['R-036', 'serialVersion', isOtherVersion, `The chosen serial run used version ${version}.`],
    [
      'R-037',
      'rolloutsToConverge',
      isOtherCount,
      `The chosen serial run reached its plateau after ${took} rollouts.`,
    ],
    [
      'R-038',
      'convergedScore',
      isOtherScore,
      `The chosen serial run reached ${((reached ?? 0) * 100).toFixed(1)} % at its plateau.`,
    ],
  ];
}

function hardwareChecks(a: IntakeAnswers): Check[] {
  return [
    ['R-040', 'hardwareCount', notCount(a.hardwareCount), 'Give a whole number, at least 1.'],
    ['R-041', 'hardwareMemoryGb', notPositive(a.hardwareMemoryGb), 'Give the memory in GB, above 0.'],
  ];
}

function budgetChecks(a: IntakeAnswers): Check[] {
  const seconds = a.gpuSeconds === 'notMeasured' ? undefined : a.gpuSeconds;
  const isBlind = a.binding === 'gpuSeconds' && a.gpuSeconds === 'notMeasured';
  return [
    ['R-044', 'rollouts', notCount(a.rollouts), 'Give a whole number of rollouts, at least 1.'],
    ['R-045', 'tokens', notCount(a.tokens), 'Give a whole number of tokens, at least 1.'],
    ['R-046', 'gpuSeconds', notPositive(seconds), 'Give the GPU-seconds, above 0.'],
    ['R-047', 'deadlineMinutes', notPositive(a.deadlineMinutes), 'Give the minutes, above 0.'],
    [
      'R-048',
      'binding',
      isBlind,
      'GPU-seconds are not measured here, so they cannot bind: choose another part.',
    ],
  ];
}

function evalSetChecks(a: IntakeAnswers, { split, task }: IntakeFacts): Check[] {
  const isEmpty = split !== null && (split.counts.train === 0 || split.counts.heldOut === 0);
  const isOther = split !== null && given(a.datasetId) && split.datasetId !== a.datasetId;
  const digest = task?.scoringDigest;
  const isRescored = given(a.scoringDigest) && digest !== undefined && a.scoringDigest !== digest;
  return [
    ['R-050', 'splitId', given(a.splitId) && split === null, 'This split is not registered.'],
    ['R-050', 'splitId', isOther, 'This split belongs to another data set.'],
    ['R-050', 'splitId', isEmpty, 'This split has no training or no held-out examples.'],
    [
      'R-051',
      'scoringDigest',
      isRescored,
      `The chosen task is scored by ${digest?.slice(0, 12)}…, not by this script.`,
    ],
    [
      'R-053',
      'usedToTune',
      split?.usedToTune === true && a.usedToTune === false,
      'This split was said to be used to tune; that cannot be unsaid.',
    ],
  ];
}

function failureChecks({ failureSentence }: IntakeAnswers): Check[] {
  const length = failureSentence?.trim().length ?? 0;
  const isShort = length > 0 && length < SENTENCE_MIN;
  return [
    ['R-054', 'failureSentence', isShort, `Say it in one sentence of at least ${SENTENCE_MIN} characters.`],
  ];
}

import { describe, expect, it } from 'vitest';
import type { IntakeAnswers, IntakeRecord } from '@/lib/domain/intake';
import type { SerialRecord } from '@/lib/domain/serial-record';
import { AppError } from '@/lib/errors/app-error';
import { buildIntakeAnswers } from '@/lib/testing/builders/intake-builder';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { assertIntakeComplete, changedLines, powerOf } from './intake';
import { answerFaults, type IntakeFacts } from './intake-answers';
import { chosenSettings, defaultLines, defaultSettings } from './intake-defaults';
import { openQuestions, QUESTIONS_TOTAL } from './intake-questions';
import { INPUT_RULES } from './rules/intake';

const FACTS: IntakeFacts = {
  task: { name: 'Formula', inputShape: '', outputShape: '', scoringDigest: 'digest' },
  split: {
    datasetId: 'dat_1',
    counts: { train: 250, selection: 100, heldOut: 300, confirmation: 150 },
    owner: null,
    usedToTune: null,
  },
  serial: null,
};

const record = (
  changes: Partial<IntakeAnswers> = {},
  reasons: IntakeRecord['reasons'] = {},
): IntakeRecord => ({
  answers: buildIntakeAnswers(changes),
  reasons,
});

function refused(asked: IntakeRecord, facts = FACTS): AppError {
  try {
    assertIntakeComplete(asked, facts);
  } catch (error) {
    if (AppError.is(error)) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

/** The answers that each rule asks for. */
const FIELDS: Readonly<Record<string, readonly (keyof IntakeAnswers)[]>> = {
  'R-026': ['models'],
  'R-030': ['taskId'],
  'R-031': ['inputShape'],
  'R-032': ['outputShape'],
  'R-033': ['metricDirection', 'metricLow', 'metricHigh', 'metricUnit'],
  'R-034': ['baselineScore', 'baselineSplit'],
  'R-035': ['serialMethod'],
  'R-036': ['serialVersion'],
  'R-037': ['rolloutsToConverge'],
  'R-038': ['convergedScore'],
  'R-039': ['hardwareType'],
  'R-040': ['hardwareCount'],
  'R-041': ['hardwareMemoryGb'],
  'R-042': ['hardwareNetwork'],
  'R-043': ['hardwareSharing'],
  'R-044': ['rollouts'],
  'R-045': ['tokens'],
  'R-046': ['gpuSeconds'],
  'R-047': ['deadlineMinutes'],
  'R-048': ['binding'],
  'R-049': ['datasetId'],
  'R-050': ['splitId'],
  'R-051': ['scoringDigest'],
  'R-052': ['owner'],
  'R-053': ['usedToTune'],
  'R-054': ['failureSentence', 'failureLevel'],
};

describe('the inputs that a plan needs', () => {
  it('pass once every one of them is stated', () => {
    expect(openQuestions(buildIntakeAnswers())).toEqual([]);
    expect(() => assertIntakeComplete(record(), FACTS)).not.toThrow();
  });

  it.each(Object.entries(FIELDS))('%s: is asked for, never guessed', (ruleId, fields) => {
    for (const field of fields) {
      const error = refused(record({ [field]: undefined }));
      expect(error).toMatchObject({ ruleId, kind: 'refused' });
      expect(error.message).toMatch(/^I need these before I can plan: .+\. I will not guess\.$/);
      expect(error.fields.map(({ path }) => path)).toEqual([`answers.${field}`]);
    }
  });

  it('R-055: are all asked for at once, each as a question', () => {
    expect(Object.keys(FIELDS).sort()).toEqual(INPUT_RULES.map(({ id }) => id).sort());
    expect(openQuestions({})).toHaveLength(QUESTIONS_TOTAL);
    for (const { question } of openQuestions({})) expect(question).toMatch(/[?.]$/);
    const error = refused({ answers: {}, reasons: {} });
    expect(error).toMatchObject({ ruleId: 'R-055', code: 'MISSING_INPUTS' });
    expect(error.fields).toHaveLength(QUESTIONS_TOTAL);
  });

  it('R-026: takes no two models for three', () => {
    const { models } = buildIntakeAnswers();
    const error = refused(record({ models: { ...models, evaluator: undefined } }));
    expect(error).toMatchObject({ ruleId: 'R-026', code: 'ROLE_MODEL_MISSING' });
  });

  it('R-034: takes no train score for a baseline', () => {
    const error = refused(record({ baselineSplit: 'train' }));
    expect(error.ruleId).toBe('R-034');
    expect(error.message).toContain('A train score is no baseline');
    for (const baselineSplit of ['selection', 'confirmation'] as const) {
      const { message } = refused(record({ baselineSplit }));
      expect(message).toContain(`A ${baselineSplit} score is no baseline`);
    }
  });
});

describe('answers that are there', () => {
  const wrong = (changes: Partial<IntakeAnswers>, facts = FACTS) =>
    answerFaults(buildIntakeAnswers(changes), facts).map(({ field }) => field);

  it('are all held against what is known, at once', () => {
    expect(wrong({})).toEqual([]);
    expect(
      wrong({
        baselineScore: 64,
        convergedScore: -1,
        rolloutsToConverge: 1.5,
        hardwareCount: 0,
        tokens: 0.5,
      }),
    ).toEqual(['baselineScore', 'rolloutsToConverge', 'convergedScore', 'hardwareCount', 'tokens']);
    expect(wrong({ metricDirection: 'lower', metricLow: 5, metricHigh: 5 })).toEqual([
      'metricDirection',
      'metricHigh',
    ]);
    expect(wrong({ binding: 'gpuSeconds' })).toEqual(['binding']);
    expect(wrong({ datasetId: 'dat_2', scoringDigest: 'other' })).toEqual(['splitId', 'scoringDigest']);
    expect(wrong({ failureSentence: 'Bad.' })).toEqual(['failureSentence']);
    expect(wrong({}, { ...FACTS, task: null, split: null })).toEqual(['taskId', 'splitId']);
  });
});

describe('the locked serial record (A11)', () => {
  const { models } = buildManifest();
  const serial: SerialRecord = {
    ...{ runId: 'run_1', label: 'Serial', taskId: 'tsk_1', registrationId: 'spl_1' },
    ...{ method: 'gepa', version: '0.1.4', verdict: 'go', reason: 'Flat.', practice: false, models },
    ...{ rolloutsToConverge: 100, convergedScore: 0.80004, baselineScore: 0.2 },
    ...{ heldOutExamples: 300, discordance: 0.3 },
  };
  const wrong = (changes: Partial<IntakeAnswers>, record: SerialRecord = serial) =>
    answerFaults(buildIntakeAnswers({ serialRunId: 'run_1', ...changes }), { ...FACTS, serial: record });

  it('R-036, R-037, R-038: is not stated otherwise, beyond the digits that are shown', () => {
    expect(wrong({})).toEqual([]);
    const faults = wrong({ serialVersion: '0.2', rolloutsToConverge: 50, convergedScore: 0.9 });
    expect(faults.map(({ ruleId }) => ruleId)).toEqual(['R-036', 'R-037', 'R-038']);
    expect(faults[1]?.message).toBe('The chosen serial run reached its plateau after 100 rollouts.');
    expect(faults[2]?.message).toBe('The chosen serial run reached 80.0 % at its plateau.');
  });

  it('asks for a blank version instead of calling it another', () => {
    expect(wrong({ serialVersion: ' ' })).toEqual([]);
  });

  it('says nothing against a number that the chosen run does not know', () => {
    const unknown = { ...serial, rolloutsToConverge: null, convergedScore: null };
    expect(wrong({ rolloutsToConverge: 50, convergedScore: 0.9 }, unknown)).toEqual([]);
  });
});

describe('the defaults', () => {
  it('R-200 to R-208: begin as the strategist says, relative to the serial record', () => {
    expect(defaultSettings(buildIntakeAnswers())).toMatchObject({
      ...{
        method: 'gepa',
        lanes: 8,
        maxWaitMs: 200,
        similarityMax: 0.92,
        sampleShare: 0.05,
        spearmanMin: 0.7,
      },
      ...{
        rolloutsMax: 400,
        patience: 3,
        targetScore: 0.81,
        canaryShare: 0.05,
        canaryHours: 24,
        canaryMargin: 0.005,
      },
    });
    expect(defaultSettings({}).rolloutsMax).toBeNull();
    // A fault is reported at its field; nothing is computed from it.
    expect(defaultSettings({ rolloutsToConverge: -3 }).rolloutsMax).toBeNull();
    expect(defaultSettings(buildIntakeAnswers({ rollouts: 150 })).rolloutsMax).toBe(150);
  });

  it('say their units, and in words what is turned off', () => {
    const usual = defaultSettings(buildIntakeAnswers());
    const none = { queueTarget: null, maxWaitMs: null, rewardVarianceFloor: null, similarityMax: null };
    const said = Object.fromEntries(
      defaultLines(usual, { ...usual, ...none }).map((line) => [line.ruleId, line]),
    );
    expect(said['R-203']?.usual).toBe('queue of the lanes, or after 200 ms, or reward variance below 0.005');
    expect(said['R-203']?.chosen).toBe('no trigger');
    expect(said['R-205']?.chosen).toBe('no edit is rejected as a copy');
    expect(said['R-208']?.usual).toContain('at most 0.5 points worse');
  });

  it('R-211: are changed only with a reason, each of them', () => {
    const settings = { lanes: 16, canaryHours: 48 };
    expect(changedLines(record({ settings })).map(({ ruleId }) => ruleId)).toEqual(['R-202', 'R-208']);
    const error = refused(record({ settings }, { 'R-202': 'More lanes fill the cluster that we rent.' }));
    expect(error).toMatchObject({ ruleId: 'R-211', code: 'DEFAULT_CHANGED_NO_REASON' });
    expect(error.fields.map(({ path }) => path)).toEqual(['reasons.R-208']);
    const reasons = {
      'R-202': 'More lanes fill the cluster that we rent.',
      'R-208': 'Traffic differs by the day.',
    };
    expect(() => assertIntakeComplete(record({ settings }, reasons), FACTS)).not.toThrow();
  });

  it('R-200: count another serial method as a change, and what is set to its default as none', () => {
    expect(changedLines(record({ serialMethod: 'ace' })).map(({ ruleId }) => ruleId)).toEqual(['R-200']);
    expect(changedLines(record({ settings: { lanes: 8, patience: 3 } }))).toEqual([]);
    const open = { serialMethod: undefined };
    const answers = buildIntakeAnswers(open);
    expect(
      defaultLines(defaultSettings(answers), chosenSettings(answers)).filter((line) => line.changed),
    ).toEqual([]);
  });
});

describe('what the held-out can show', () => {
  it('R-195: is refused where the gain that is wanted takes more examples', () => {
    const small = {
      ...FACTS,
      split: FACTS.split && { ...FACTS.split, counts: { ...FACTS.split.counts, heldOut: 40 } },
    };
    const error = refused(record({ baselineScore: 0.78 }), small);
    expect(error).toMatchObject({ ruleId: 'R-195', code: 'HELD_OUT_TOO_SMALL' });
    expect(error.message).toContain('If it is too small, grow it before the run, not after.');
    expect(() => assertIntakeComplete(record(), small)).not.toThrow();
  });

  it('says on what share of changed answers it rests', () => {
    expect(powerOf(record(), FACTS)).toMatchObject({ examples: 300, discordance: 0.1, isMeasured: false });
    expect(powerOf(record(), { ...FACTS, split: null })).toBeNull();
  });
});

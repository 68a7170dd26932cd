import type { IntakeView } from '@/lib/contracts/intakes';
import type { IntakeAnswers, IntakeStep } from '@/lib/domain/intake';
import type { ModelBinding } from '@/lib/domain/manifest';
import { methodWords } from '@/lib/domain/method-words';
import { MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';
import type { SerialRecord } from '@/lib/domain/serial-record';
import { rounded } from '@/lib/policy/intake-defaults';
import type { FoundFacts } from './intake-facts';

/**
 * What is known already, with where it is from. None of it is an answer until a person takes it, and what has been
 * answered in the same way is not offered again.
 */
type Suggestion = IntakeView['suggestions'][number];
type Known = readonly [
  field: keyof IntakeAnswers,
  step: IntakeStep,
  value: Suggestion['value'] | null,
  words?: string,
];

export function suggestionsFor(answers: IntakeAnswers, facts: FoundFacts): Suggestion[] {
  const { task, split, serial } = facts;
  const sources: readonly [string, readonly Known[]][] = [
    [
      serial ? `serial run "${serial.label}"` : '',
      serial ? knownFromSerial(serial, facts.serialDatasetId) : [],
    ],
    [
      'the task',
      [
        ['inputShape', 'task', task?.inputShape || null],
        ['outputShape', 'task', task?.outputShape || null],
        ['scoringDigest', 'evalSet', task?.scoringDigest ?? null],
      ],
    ],
    [
      'what was said of this split before',
      [
        ['owner', 'evalSet', split?.owner ?? null],
        ['usedToTune', 'evalSet', split?.usedToTune ?? null, split?.usedToTune ? 'yes' : 'no'],
      ],
    ],
  ];
  return sources.flatMap(([source, known]) =>
    known.flatMap(([field, step, value, words]) =>
      value === null || JSON.stringify(answers[field]) === JSON.stringify(value)
        ? []
        : [{ field, step, value, words: words ?? String(value), source }],
    ),
  );
}

function knownFromSerial(serial: SerialRecord, datasetId: string | null): Known[] {
  const { hardware } = serial.models.serving;
  const percent = (share: number | null) => (share === null ? '' : `${(share * 100).toFixed(1)} %`);
  return [
    ['taskId', 'task', serial.taskId, 'its task'],
    ['baselineScore', 'task', score(serial.baselineScore), percent(serial.baselineScore)],
    ['baselineSplit', 'task', serial.baselineScore === null ? null : 'heldOut', 'held-out'],
    ['serialMethod', 'serial', serial.method, methodWords(serial.method)],
    ['serialVersion', 'serial', serial.version],
    ['rolloutsToConverge', 'serial', serial.rolloutsToConverge],
    ['convergedScore', 'serial', score(serial.convergedScore), percent(serial.convergedScore)],
    // A provider whose profile is silent says nothing about hardware.
    ['hardwareType', 'hardware', hardware === 'unknown' ? null : hardware],
    ['models', 'hardware', modelsOf(serial), modelWords(serial)],
    ['datasetId', 'evalSet', datasetId, 'its data set'],
    ['splitId', 'evalSet', serial.registrationId, 'its split'],
  ];
}

/** Enough digits for a share, and none that only arithmetic put there. */
const score = (value: number | null) => (value === null ? null : rounded(value));

const modelsOf = ({ models }: SerialRecord) =>
  Object.fromEntries(MODEL_ROLES.map((role) => [role, chosen(models, role)]));

function chosen(models: Readonly<Record<ModelRole, ModelBinding>>, role: ModelRole) {
  const { providerId, model } = models[role];
  return { providerId, model };
}

const modelWords = ({ models }: SerialRecord) =>
  MODEL_ROLES.map((role) => `${role} ${models[role].model}`).join(', ');

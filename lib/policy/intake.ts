/**
 * Whether a set-up may become an experiment: every input stated and sound, every changed
 * default with its reason, a held-out that can show the gain that is wanted. All that is missing is named at once.
 * There is no way round it; each refusal says how to go on. Knows nothing of money or time (see lib/report).
 */
import type { IntakeRecord } from '@/lib/domain/intake';
import { DISCORDANCE_ASSUMED, pairsForGain, smallestDetectableGain } from '@/lib/stats/paired-power';
import { answerFaults, type IntakeFacts } from './intake-answers';
import { chosenSettings, type DefaultLine, defaultLines, defaultSettings } from './intake-defaults';
import { openQuestions } from './intake-questions';
import { HELD_OUT_TOO_SMALL } from './rules/anti-patterns';
import {
  baselineElsewhere,
  CHANGE_WITH_REASON,
  INPUT_RULES,
  missingSentence,
  NOT_GUESSED,
} from './rules/intake';
import { refusal } from './rules/rule';

export const REASON_MIN = 20;

/** @throws AppError MISSING_INPUTS, ROLE_MODEL_MISSING, DEFAULT_CHANGED_NO_REASON, HELD_OUT_TOO_SMALL */
export function assertIntakeComplete(record: IntakeRecord, facts: IntakeFacts): void {
  assertNothingGuessed(record, facts);
  assertChangesReasoned(changedLines(record), record.reasons);
  assertHeldOutPower(powerOf(record, facts));
}

/** what is wrong is as good as missing, so both are asked for together. */
function assertNothingGuessed({ answers }: IntakeRecord, facts: IntakeFacts): void {
  const open = openQuestions(answers).map(({ ruleId, field, question }) => ({
    ruleId,
    field,
    message: question,
  }));
  const faults = [...open, ...answerFaults(answers, facts)];
  if (faults.length === 0) return;
  const asked = INPUT_RULES.filter(({ id }) => faults.some(({ ruleId }) => ruleId === id));
  const [only] = asked;
  const rule = asked.length === 1 && only ? only : NOT_GUESSED;
  const { baselineSplit = 'heldOut' } = answers;
  throw refusal(
    { ...rule, sentence: missingSentence(asked.map(({ title }) => title)) },
    {
      fields: faults.map(({ field, message }) => ({ path: `answers.${field}`, message })),
      ...(baselineSplit === 'heldOut' ? {} : { found: baselineElsewhere(baselineSplit) }),
    },
  );
}

export const changedLines = ({ answers }: Pick<IntakeRecord, 'answers'>): DefaultLine[] =>
  defaultLines(defaultSettings(answers), chosenSettings(answers)).filter(({ changed }) => changed);

/** @throws AppError DEFAULT_CHANGED_NO_REASON, with every change that lacks one. */
export function assertChangesReasoned(
  changed: readonly DefaultLine[],
  reasons: IntakeRecord['reasons'],
): void {
  const bare = changed.filter(({ ruleId }) => (reasons[ruleId] ?? '').trim().length < REASON_MIN);
  if (bare.length === 0) return;
  throw refusal(CHANGE_WITH_REASON, {
    found: `It is about: ${bare.map(({ title, usual, chosen }) => `${title} (${usual}, now ${chosen})`).join('; ')}.`,
    fields: bare.map(({ ruleId }) => ({
      path: `reasons.${ruleId}`,
      message: `Say in at least ${REASON_MIN} characters why it differs.`,
    })),
  });
}

export interface HeldOutPower {
  readonly examples: number;
  /** Smallest gain found at alpha 0.05 (two-sided) with power 0.8, paired by example. */
  readonly detectable: number;
  /** The soft target minus the score of the current prompt; null before both are known. */
  readonly wanted: number | null;
  /** Examples that the wanted gain takes; null before it is known. */
  readonly examplesNeeded: number | null;
  readonly discordance: number;
  /** Whether the discordance was measured on the serial run or assumed. */
  readonly isMeasured: boolean;
  readonly isEnough: boolean;
  readonly sentence: string;
}

/** Power of the held-out split; null before there is one. */
export function powerOf({ answers }: Pick<IntakeRecord, 'answers'>, facts: IntakeFacts): HeldOutPower | null {
  if (facts.split === null) return null;
  const examples = facts.split.counts.heldOut;
  const measured = facts.serial?.discordance ?? null;
  const discordance = measured === null || measured === 0 ? DISCORDANCE_ASSUMED : measured;
  const { targetScore } = chosenSettings(answers);
  const { baselineScore } = answers;
  const wanted = targetScore === null || baselineScore === undefined ? null : targetScore - baselineScore;
  const detectable = smallestDetectableGain(examples, discordance);
  const examplesNeeded = wanted === null || wanted <= 0 ? null : pairsForGain(wanted, discordance);
  const isEnough = examplesNeeded === null || examplesNeeded <= examples;
  const basis = discordance === measured ? 'as in the serial run' : 'assumed';
  const shown = `${examples} held-out examples show a gain of ${points(detectable)} or more (paired, alpha 0.05, power 0.8, ${percent(discordance)} of the answers changing, ${basis}).`;
  const needed = isEnough ? '' : ` The gain that is wanted, ${points(wanted ?? 0)}, takes ${examplesNeeded}.`;
  return {
    ...{ examples, detectable, wanted, examplesNeeded, discordance, isEnough },
    isMeasured: discordance === measured,
    sentence: `${shown}${needed}`,
  };
}

/** @throws AppError HELD_OUT_TOO_SMALL */
function assertHeldOutPower(power: HeldOutPower | null): void {
  if (power === null || power.isEnough) return;
  throw refusal(HELD_OUT_TOO_SMALL, {
    found: power.sentence,
    fields: [{ path: 'answers.splitId', message: power.sentence }],
  });
}

const points = (share: number) => `${(share * 100).toFixed(1)} points`;
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

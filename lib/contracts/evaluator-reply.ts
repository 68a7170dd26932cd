import type { EvaluatorReply } from '@/lib/domain/score';

/**
 * Reads what a program or an HTTP evaluator wrote: a number 0..1, or an object {"score": 0..1, "notes"?, "objectives"?:
 * {name: 0..1}, "sideInformation"?: text or JSON, "costUsd"?: dollars}. Null for any other text: a score is
 * never guessed, nor is money.
 * Side information is cut at its bound, since it goes into prompts; objectives are not, since half of them would be
 * another evaluation.
 */
export function readEvaluatorReply(text: string): EvaluatorReply | null {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return null;
  }
  if (isScore(said)) return { score: said, notes: '' };
  if (!isRecord(said) || !isScore(said.score)) return null;
  const objectives = readObjectives(said.objectives);
  if (objectives === 'malformed') return null;
  const { costUsd } = said;
  if (costUsd !== undefined && costUsd !== null && !isCost(costUsd)) return null;
  const sideInformation = sideText(said.sideInformation);
  return {
    score: said.score,
    notes: typeof said.notes === 'string' ? said.notes.slice(0, NOTES_MAX) : '',
    ...(objectives === null ? {} : { objectives }),
    ...(sideInformation === '' ? {} : { sideInformation }),
    ...(isCost(costUsd) ? { costUsd } : {}),
  };
}

/** About a thousand tokens: a reflection reads it beside a whole trace. */
const SIDE_INFORMATION_MAX = 4_000;
const NOTES_MAX = 2_000;
const OBJECTIVES_MAX = 16;
const OBJECTIVE_NAME_MAX = 60;

function readObjectives(raw: unknown): Readonly<Record<string, number>> | null | 'malformed' {
  if (raw === undefined || raw === null) return null;
  if (!isRecord(raw)) return 'malformed';
  const entries = Object.entries(raw);
  const isFine = ([name, value]: readonly [string, unknown]) =>
    name.trim() !== '' && name.length <= OBJECTIVE_NAME_MAX && isScore(value);
  if (entries.length > OBJECTIVES_MAX || !entries.every(isFine)) return 'malformed';
  return entries.length === 0 ? null : (Object.fromEntries(entries) as Record<string, number>);
}

function sideText(raw: unknown): string {
  if (raw === undefined || raw === null) return '';
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw);
  return text.length <= SIDE_INFORMATION_MAX ? text : `${text.slice(0, SIDE_INFORMATION_MAX)} … (shortened)`;
}

/** Far above any real evaluation: what is more is a slip of the unit. */
const COST_USD_MAX = 1_000;

const isCost = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= COST_USD_MAX;

const isScore = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

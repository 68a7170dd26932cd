import type { AnswerKeys } from './answer-keys';
import { adviceFromTrajectory } from './back-office/practice-office';
import { insightsOn } from './insight-text';
import { adviceFromAttempt } from './seed-bank/seed-bank-lessons';

export const LABEL_USUAL = 'Key insight';

/**
 * Lessons that a reader takes from a reflection: the insight of the question that it is a record of (ruling P1: every
 * training example teaches, whether its answer was right or not), or else the lessons that it names, one a line.
 */
export function lessonsRead(text: string, keys: AnswerKeys, label = LABEL_USUAL): string[] {
  const advice = adviceFromTrajectory(text);
  if (advice !== undefined && advice.length > 0) return advice;
  const ofAttempt = adviceFromAttempt(questionOf(text), text);
  if (ofAttempt !== undefined && ofAttempt.length > 0) return ofAttempt;
  const insights = insightsOn(questionIn(text, keys), keys);
  if (insights.length > 0) return [...insights];
  const marked = text.split('\n').filter((line) => line.startsWith(`${label}:`));
  return marked.map((line) => line.slice(label.length + 1).trim());
}

/** Up to the first header; tasks of an environment have none. */
const questionOf = (record: string) => record.replace(/^## Question\n/, '').split('\n\n## ')[0] ?? '';

/**
 * The question of a record comes first, up to the next header. A question may itself hold a header, so a text up
 * to a later one is tried too, until a key knows it.
 */
function questionIn(record: string, keys: AnswerKeys): string {
  const body = record.replace(/^## Question\n/, '');
  const ends = Array.from(body.matchAll(/\n\n## /g), ({ index }) => index);
  const readings = [...ends, body.length].map((end) => body.slice(0, end));
  return readings.find((reading) => keys.find(reading) !== undefined) ?? readings[0] ?? '';
}

import { type PromptPart, textOf } from './prompt-parts';
import type { PracticeReply } from './reply-shape';

/** Scores a trace by the share of its tool results that did not fail; it knows no rubric. */
export function traceJudgeReply(parts: readonly PromptPart[]): PracticeReply {
  const steps = textOf(parts, 'steps') ?? '';
  const failed = countOf(steps, /^Failed result of /gm);
  const results = failed + countOf(steps, /^Result of /gm);
  if (results === 0) return { text: '{"reasoning": "No tool was used."}', note: 'trace without tools' };
  const reasoning = `${failed} of ${results} tool results failed.`;
  const score = Math.round((100 * (results - failed)) / results) / 100;
  return { text: JSON.stringify({ reasoning, score }), note: null };
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

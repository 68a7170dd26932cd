/**
 * The one gain of a run: its best prompt over its original one on held-out, corrected for having been chosen among all
 * prompts that were measured. Headline, price of a point, truth sentence, readiness, report and lists read it from here.
 * Where no prompt was better, it is the gain of the last one, which nothing chose. Cost: ./remembered.
 */
import { gainOfChosen } from '@/lib/stats/chosen-gain';
import type { Chosen } from '@/lib/stats/contenders';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import type { ScoredExamples } from '@/lib/stats/scored-examples';
import { simultaneousGains } from '@/lib/stats/simultaneous-gains';
import { remembered } from './remembered';

/** A whole held-out measurement of a run. */
export interface MeasuredPrompt extends ScoredExamples {
  readonly candidateHash: string;
  /** Best on held-out so far: the last such prompt is what the run leaves behind. */
  readonly best: boolean;
}

/** `points`: all whole measurements of a run in order, the original prompt's first. Null before a second prompt. */
export function runGain(points: readonly MeasuredPrompt[]): PairedDifference | null {
  const [original] = points;
  const learned = learnedPrompts(points);
  if (original === undefined || learned.length === 0) return null;
  const chosen = learned.findLastIndex(({ best }) => best);
  return remembered('gain', [[original], learned], () =>
    chosen === -1
      ? (simultaneousGains(original, learned).at(-1) ?? null)
      : gainOfChosen(original, { candidates: learned, chosen }),
  );
}

/**
 * Any measured prompt of a run over the original one: the chosen one as `runGain` has it, another with the interval that
 * holds for all of them together. Null where it was not measured, or is the original one.
 */
export function gainOfPrompt(
  points: readonly MeasuredPrompt[],
  candidateHash: string,
): PairedDifference | null {
  const [original] = points;
  const learned = learnedPrompts(points);
  const place = learned.findLastIndex((prompt) => prompt.candidateHash === candidateHash);
  if (original === undefined || place === -1) return null;
  if (place === learned.findLastIndex(({ best }) => best)) return runGain(points);
  return remembered(
    `gain/${place}`,
    [[original], learned],
    () => simultaneousGains(original, learned)[place] ?? null,
  );
}

/** Prompts measured after the original prompt, without the original prompt itself. */
export function learnedPrompts<Prompt extends MeasuredPrompt>(points: readonly Prompt[]): readonly Prompt[] {
  return points.filter(({ candidateHash }) => candidateHash !== points[0]?.candidateHash);
}

/** Chosen prompt of a run and its candidates; the original prompt alone where none was better. Null without points. */
export function choiceOf(points: readonly MeasuredPrompt[]): Chosen | null {
  const candidates = learnedPrompts(points);
  const chosen = candidates.findLastIndex(({ best }) => best);
  if (chosen !== -1) return { candidates, chosen };
  const [original] = points;
  return original === undefined ? null : { candidates: [original], chosen: 0 };
}

import type { ComparedSide, PairedRun } from '@/lib/contracts/paired-comparisons';
import { choiceCorrection } from './choice-correction';
import { plural } from './numbers';
import { differenceWords } from './paired-comparison';
import type { Tone } from './tone';

/**
 * The line on top of a comparison of two runs. It follows the answer of the quality claim, the one verdict about them:
 * "Better" is an answer that holds with the whole interval above zero, and no answer of its own.
 */
export interface ComparedWinner {
  readonly word: string;
  readonly tone: Tone;
  readonly headline: string;
  /** Null where the score of a side is in doubt: then no difference is shown. */
  readonly gain: string | null;
  /** Examples that the difference leaves out, or why it is not that of the two scores. */
  readonly note: string | null;
}

type Named = Pick<ComparedSide, 'runId' | 'label'>;
type Judged = Pick<PairedRun, 'quality' | 'difference' | 'margin' | 'unpaired' | 'doubt' | 'score'>;

export function comparedWinner(
  run: Judged,
  baseline: Pick<ComparedSide, 'doubt' | 'score'>,
  [name, against]: readonly [string, string],
): ComparedWinner {
  const doubt = run.doubt ?? baseline.doubt;
  if (doubt !== null)
    return {
      word: doubt.word,
      tone: 'bad',
      headline: `No verdict. ${doubt.sentence}`,
      gain: null,
      note: null,
    };
  return {
    ...answerOf(run, [name, against]),
    gain: differenceWords(run),
    note:
      run.unpaired === 0
        ? choiceCorrection(run.difference, baseline.score, run.score)
        : `${plural(run.unpaired, 'example')} scored on one side only`,
  };
}

function answerOf(
  { quality, difference, margin }: Judged,
  [name, against]: readonly [string, string],
): Pick<ComparedWinner, 'word' | 'tone' | 'headline'> {
  const within = `${Number((margin * 100).toFixed(2))} pt`;
  if (quality === 'fails') return { word: 'Worse', tone: 'bad', headline: `“${name}” loses to “${against}”` };
  if (quality === 'undecided')
    return {
      word: 'Undecided',
      tone: 'neutral',
      headline: `Too few examples to decide within ${within} between “${name}” and “${against}”`,
    };
  return difference.lower !== null && difference.lower > 0
    ? { word: 'Better', tone: 'good', headline: `“${name}” beats “${against}”` }
    : { word: 'Holds', tone: 'good', headline: `“${name}” keeps the score of “${against}” within ${within}` };
}

/** Two seeds of one arm have one label: their ids tell them apart. */
export function sideName(side: Named, all: readonly Named[]): string {
  const isShared = all.some(({ label, runId }) => label === side.label && runId !== side.runId);
  return isShared ? `${side.label} · ${side.runId.slice(-6)}` : side.label;
}

import type { ConfirmationView } from '@/lib/contracts/confirmation';
import { gainAnswer } from '@/lib/domain/claim-answer';
import type { ClaimAnswer } from '@/lib/domain/claim-settings';
import type { RunKind, RunStatus } from '@/lib/domain/run';
import { countWords } from '@/lib/domain/scored-count';
import { describeHardware, type NumberOrigin } from './number-origin';
import { describeMeasurement, formatPoints, formatSpan, plural, shortHash } from './numbers';
import type { Tone } from './tone';

/** The sealed confirmation examples of a run's split, worded for the state that they are in. */
export interface ConfirmationWords {
  readonly word: string;
  readonly tone: Tone;
  readonly sentence: string;
  readonly result: ConfirmationResult | null;
  /** Whether there is a button; a spent or empty slice has none. */
  readonly opens: boolean;
}

export interface ConfirmationResult {
  readonly difference: string;
  readonly original: string;
  readonly chosen: string;
  readonly verdict: string;
  readonly origin: string;
}

/** Only what has trained and ended has a prompt to confirm; that of an exploratory run is never confirmed (EXP-2). */
export function hasConfirmation(kind: RunKind, status: RunStatus): boolean {
  const isNever = kind === 'evaluation' || kind === 'exploratory';
  return !isNever && (status === 'finished' || status === 'stopped');
}

export function prepareConfirmation(view: ConfirmationView, origin: NumberOrigin): ConfirmationWords {
  const slice = plural(view.examples, 'example');
  const kept = `Held-out of this split was measured ${plural(view.heldOutUses, 'time')}; these examples had no part in choosing a prompt.`;
  const base = { result: null, opens: false };
  switch (view.state) {
    case 'none':
      return {
        ...base,
        word: 'None',
        tone: 'neutral',
        sentence:
          'The split of this run holds no confirmation examples. Register a split with some, and run on that.',
      };
    case 'sealed':
      return {
        ...base,
        word: 'Sealed',
        tone: 'info',
        opens: true,
        sentence: `${slice}, never scored. ${kept}`,
      };
    case 'spent':
      return {
        ...base,
        word: 'Spent',
        tone: 'honey',
        sentence: `They open once for a split, and were opened for prompt ${shortHash(view.opening?.candidateHash ?? 'unknown')} of another run.`,
      };
    case 'measuring':
      return {
        ...base,
        word: 'Measuring',
        tone: 'info',
        sentence: `Scoring the original prompt and the best one on ${slice}.`,
      };
    case 'failed':
      return {
        ...base,
        word: 'Not scored',
        tone: 'bad',
        opens: true,
        sentence:
          'It ended without a score, so nothing was seen. It may be opened again for the same prompt.',
      };
    case 'scored':
      return { ...base, word: 'Scored', tone: 'good', sentence: kept, result: resultOf(view, origin) };
  }
}

function resultOf({ result, practice }: ConfirmationView, origin: NumberOrigin): ConfirmationResult | null {
  if (result === null) return null;
  const { original, chosen, difference } = result;
  return {
    difference: `${formatPoints(difference.mean)} (${formatSpan(difference)}, ${countWords(difference)})`,
    original: describeMeasurement(original).whole,
    chosen: describeMeasurement(chosen).whole,
    verdict: verdictOf(difference),
    origin: `confirmation, paired by example · ${describeHardware({ ...origin, practice })}`,
  };
}

const VERDICT_SENTENCES: Readonly<Record<ClaimAnswer, string>> = {
  holds: 'The gain holds: its interval lies above zero.',
  fails: 'The gain fails: the best prompt is worse here, the interval lies below zero.',
  undecided: 'Undecided: the interval includes zero, so the gain is not confirmed.',
};

function verdictOf(gain: Parameters<typeof gainAnswer>[0] & object): string {
  if (gain.lower === null || gain.upper === null) return 'Undecided: there is no interval.';
  return VERDICT_SENTENCES[gainAnswer(gain)];
}

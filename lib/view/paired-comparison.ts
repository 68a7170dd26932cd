import type {
  ComparedExample,
  ComparedSide,
  PairedRun,
  PairedVerdict,
  PairOutcome,
} from '@/lib/contracts/paired-comparisons';
import type { ClaimAnswer } from '@/lib/domain/claim-settings';
import { countWords } from '@/lib/domain/scored-count';
import { formatCount, formatPoints, formatScore, formatSpan, plural } from './numbers';
import type { Tone } from './tone';

/** Verdict of a paired comparison in words; the badge, the sign and the number are each clear without the others. */
interface VerdictWords {
  readonly word: string;
  readonly tone: Tone;
}

export const DECIDED_WORDS: Readonly<Record<PairedVerdict['decided'], VerdictWords>> = {
  better: { word: 'better', tone: 'good' },
  worse: { word: 'worse', tone: 'bad' },
  undecided: { word: 'undecided', tone: 'neutral' },
};

/** Whether a run keeps the quality of another one. */
export const ANSWER_WORDS: Readonly<Record<ClaimAnswer, VerdictWords>> = {
  holds: { word: 'holds', tone: 'good' },
  fails: { word: 'fails', tone: 'bad' },
  undecided: { word: 'undecided', tone: 'neutral' },
};

export const OUTCOME_WORDS: Readonly<Record<PairOutcome, string>> = {
  differ: 'Different',
  losses: 'Regressions',
  wins: 'Gains',
  ties: 'The same',
  all: 'All',
};

export function differenceWords({ difference }: Pick<PairedRun, 'difference'>): string {
  return `${formatPoints(difference.mean)} (${formatSpan(difference)}, ${countWords(difference)})`;
}

/** The examples behind a difference, counted. */
export function comparedCounts({ wins, losses, ties }: Pick<PairedRun, 'wins' | 'losses' | 'ties'>): string {
  return `${plural(wins, 'gain')}, ${plural(losses, 'regression')}, ${formatCount(ties)} the same`;
}

export function pWords({ p }: Pick<PairedRun, 'p'>): string {
  return p < 0.001 ? 'below 0.001' : p.toFixed(3);
}

type Baseline = Pick<ComparedSide, 'label' | 'doubt'>;

/** The honest sentence under a comparison of two runs. */
export function qualitySentence(run: PairedRun, baseline: Baseline): string {
  const doubt = run.doubt ?? baseline.doubt;
  if (doubt !== null) return `No verdict about “${run.label}” and “${baseline.label}”: ${doubt.sentence}`;
  return pairedSentence(run, run.label, baseline.label, qualityWords(run.quality, run.margin));
}

interface Counted extends Omit<PairedVerdict, 'decided'> {}

function pairedSentence(run: Counted, name: string, baseline: string, said: string): string {
  const left =
    run.unpaired === 0 ? '' : ` ${plural(run.unpaired, 'example')} measured on one side only stay out.`;
  const found =
    run.wins + run.losses === 0
      ? `“${name}” and “${baseline}” score the same on ${plural(run.n, 'example')}.`
      : `“${name}” wins ${formatCount(run.wins)} and loses ${formatCount(run.losses)} of ${plural(run.n, 'example')} against “${baseline}”: ${differenceWords(run)}.`;
  return `${found} ${said}${left}`;
}

const QUALITY_WORDS: Readonly<Record<ClaimAnswer, string>> = {
  holds: 'Holds: keeps the baseline’s score within',
  fails: 'Fails: loses more than',
  undecided: 'Undecided whether the loss stays within',
};

/** Whether a run keeps the score of the baseline, by its registered margin in points. */
export const qualityWords = (quality: ClaimAnswer, margin: number) =>
  `${QUALITY_WORDS[quality]} ${Number((margin * 100).toFixed(2))} pt.`;

const VERSION_WORDS: Readonly<Record<PairedVerdict['decided'], string>> = {
  better: 'The gain holds: the whole interval is above zero.',
  worse: 'The gain fails: the whole interval is below zero.',
  undecided: 'Undecided: the interval includes zero.',
};

/** The same of two versions of one prompt, with McNemar's exact test beside it. */
export function versionSentence(verdict: PairedVerdict, version: string): string {
  const found = pairedSentence(verdict, version, 'Original prompt', VERSION_WORDS[verdict.decided]);
  return verdict.wins + verdict.losses === 0 ? found : `${found} McNemar’s exact p is ${pWords(verdict)}.`;
}

export function changeOf({ before, after }: Pick<ComparedExample, 'before' | 'after'>): {
  readonly sign: '+' | '−' | '=';
  readonly word: string;
  readonly tone: Tone;
} {
  if (after === before) return { sign: '=', word: 'the same', tone: 'neutral' };
  return after > before
    ? { sign: '+', word: 'gained', tone: 'good' }
    : { sign: '−', word: 'lost', tone: 'bad' };
}

/** FiNER's published accuracy of both sides. */
export function microAccuracyWords({ before, after }: { before: number; after: number }): string {
  return `Micro accuracy over tags: ${formatScore(before)} before, ${formatScore(after)} after.`;
}

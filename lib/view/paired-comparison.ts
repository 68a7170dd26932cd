import type {
  ComparedExample,
  PairedRun,
  PairedVerdict,
  PairOutcome,
} from '@/lib/contracts/paired-comparisons';
import { formatCount, formatPoints, formatSpan, plural } from './numbers';
import type { Tone } from './tone';

/** What a paired comparison says in words; the badge, the sign and the number each say it without the others. */
export const DECIDED_WORDS: Readonly<
  Record<PairedRun['decided'], { readonly word: string; readonly tone: Tone }>
> = {
  better: { word: 'better', tone: 'good' },
  worse: { word: 'worse', tone: 'bad' },
  undecided: { word: 'not decided', tone: 'neutral' },
};

export const OUTCOME_WORDS: Readonly<Record<PairOutcome, string>> = {
  losses: 'Regressions',
  wins: 'Gains',
  ties: 'The same',
  all: 'All',
};

export function differenceWords({ difference }: Pick<PairedRun, 'difference'>): string {
  return `${formatPoints(difference.mean)} (${formatSpan(difference)}, n = ${formatCount(difference.n)})`;
}

export function pWords({ p }: Pick<PairedRun, 'p'>): string {
  return p < 0.001 ? 'below 0.001' : p.toFixed(3);
}

/** The honest sentence under a comparison. */
export function decidedSentence(
  run: PairedVerdict & Pick<PairedRun, 'label'> & Partial<Pick<PairedRun, 'quality' | 'margin'>>,
  baseline: string,
): string {
  const differ = run.wins + run.losses;
  if (differ === 0) return `“${run.label}” and “${baseline}” score the same on ${plural(run.n, 'example')}.`;
  const found = `“${run.label}” wins ${formatCount(run.wins)} and loses ${formatCount(run.losses)} of ${plural(run.n, 'example')} against “${baseline}”: ${differenceWords(run)}.`;
  const said =
    run.decided === 'undecided'
      ? 'The interval includes zero: not decided.'
      : `The whole interval is ${run.decided === 'better' ? 'above' : 'below'} zero: decided.`;
  const kept = run.quality === undefined ? '' : ` ${qualityWords(run.quality, run.margin ?? 0)}`;
  const left =
    run.unpaired === 0 ? '' : ` ${plural(run.unpaired, 'example')} measured on one side only stay out.`;
  return `${found} ${said}${kept}${left}`;
}

const QUALITY_WORDS: Readonly<Record<PairedRun['quality'], string>> = {
  holds: 'keeps the baseline’s score within',
  fails: 'loses more than',
  undecided: 'undecided whether the loss stays within',
};

/** Whether a run keeps the score of the baseline, by its registered margin in points. */
export const qualityWords = (quality: PairedRun['quality'], margin: number) =>
  `By its margin: ${QUALITY_WORDS[quality]} ${Number((margin * 100).toFixed(2))} pt.`;

/** The same of two versions of one prompt, with McNemar's exact test beside it. */
export function versionSentence(verdict: PairedVerdict, version: string): string {
  const found = decidedSentence({ ...verdict, label: version }, 'Original prompt');
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

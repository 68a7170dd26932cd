import type { Measurement } from '@/lib/domain/score';
import { formatScore, plural, shortHash } from './numbers';
import type { RunState } from './run-state';

/** The versions of a run's playbook or prompt, oldest first, each under a name that a person can pick it by. */
export interface PlaybookVersion {
  readonly hash: string;
  /** -1 = the original prompt. */
  readonly iteration: number;
  /** 0 = the original prompt; counts the versions in the order in which the run made them. */
  readonly number: number;
  readonly name: string;
  /** Null where it has to be read first. */
  readonly text: string | null;
  readonly isBest: boolean;
  /** On held-out; null where this version was not measured. */
  readonly score: Measurement | null;
  /** The person who wrote it, and when; null where the run made it. */
  readonly byHand: { readonly name: string; readonly atMs: number } | null;
}

export function preparePlaybookVersions(
  state: RunState,
  seedText: string,
  isBook: boolean,
): readonly PlaybookVersion[] {
  const bestHash =
    state.finished?.bestCandidateHash ?? state.measurements.findLast((point) => point.best)?.candidateHash;
  const seedHash = state.started?.seedCandidateHash ?? 'seed';
  const seedKnown = state.candidates.some((candidate) => candidate.hash === seedHash);
  const isBest = (hash: string) => hash === bestHash;
  const seed = {
    hash: seedHash,
    iteration: -1,
    made: 'Original prompt',
    text: seedText,
    byHand: null,
  };
  const grown = state.candidates.map((candidate) => ({
    hash: candidate.hash,
    iteration: candidate.iteration,
    made: [
      candidate.iteration < 0 ? 'Original prompt' : `After iteration ${candidate.iteration + 1}`,
      ...(isBook ? [plural(candidate.bullets, 'bullet')] : []),
      shortHash(candidate.hash),
      ...(candidate.byHand ? [`by hand, ${candidate.byHand.name}`] : []),
    ].join(' · '),
    text: candidate.text,
    byHand: candidate.byHand ?? null,
  }));
  return (seedKnown ? grown : [seed, ...grown]).map(({ made, ...version }, number) => ({
    ...version,
    number,
    name: `v${number} · ${made}`,
    isBest: isBest(version.hash),
    score: scoreOf(state, version.hash),
  }));
}

/** The measurement that made it the best, else its latest; one that a cap cut short is none. */
function scoreOf({ measurements }: RunState, hash: string): Measurement | null {
  const own = measurements.filter((point) => point.candidateHash === hash && !point.incomplete);
  return (own.findLast(({ best }) => best) ?? own.at(-1))?.score ?? null;
}

/** What a button acts on, so that nobody copies or promotes another version than they think: "best prompt, v7, 87.3 %". */
export function versionWords(
  { number, isBest, score }: Pick<PlaybookVersion, 'number' | 'isBest' | 'score'>,
  /** Why the score is no number to believe. */
  doubt: string | null = null,
): string {
  const measured =
    doubt !== null
      ? 'score not valid'
      : score === null || score.n === 0
        ? 'not measured'
        : formatScore(score.mean);
  return [isBest ? `best prompt, v${number}` : `v${number}`, measured].join(', ');
}

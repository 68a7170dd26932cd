import type { Measurement } from '@/lib/domain/score';
import type { RunState } from './run-state';

/** The versions of a run's playbook or prompt, oldest first. */
export interface PlaybookVersion {
  readonly hash: string;
  /** -1 = the original prompt. */
  readonly iteration: number;
  /** 0 = the original prompt; counts the versions in the order in which the run made them. */
  readonly number: number;
  /** Null for an original prompt that the ledger does not state yet. */
  readonly bullets: number | null;
  /** Null where it has to be read first. */
  readonly text: string | null;
  readonly isBest: boolean;
  /** On held-out; null where this version was not measured. */
  readonly score: Measurement | null;
  /** The person who wrote it, and when; null where the run made it. */
  readonly byHand: { readonly name: string; readonly atMs: number } | null;
}

export function playbookVersions(state: RunState, seedText: string): readonly PlaybookVersion[] {
  const bestHash =
    state.finished?.bestCandidateHash ?? state.measurements.findLast((point) => point.best)?.candidateHash;
  const seedHash = state.started?.seedCandidateHash ?? 'seed';
  const isSeedKnown = state.candidates.some((candidate) => candidate.hash === seedHash);
  const seed = { hash: seedHash, iteration: -1, bullets: null, text: seedText, byHand: null };
  const versions = isSeedKnown ? state.candidates : [seed, ...state.candidates];
  return versions.map(({ hash, iteration, bullets, text, byHand }, number) => ({
    ...{ hash, iteration, number, bullets, text, byHand: byHand ?? null },
    isBest: hash === bestHash,
    score: scoreOf(state, hash),
  }));
}

/** The measurement that made it the best, else its latest; one that a cap cut short is none. */
function scoreOf({ measurements }: RunState, hash: string): Measurement | null {
  const own = measurements.filter((point) => point.candidateHash === hash && !point.incomplete);
  return (own.findLast(({ best }) => best) ?? own.at(-1))?.score ?? null;
}

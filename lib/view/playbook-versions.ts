import { plural, shortHash } from './numbers';
import type { RunState } from './run-state';

/** The versions of a run's playbook or prompt, oldest first, each under a name that a person can pick it by. */
export interface PlaybookVersion {
  readonly hash: string;
  /** -1 = the original prompt. */
  readonly iteration: number;
  readonly name: string;
  /** Null where it has to be read first. */
  readonly text: string | null;
  readonly isBest: boolean;
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
    name: 'Original prompt',
    text: seedText,
    isBest: isBest(seedHash),
    byHand: null,
  };
  const grown = state.candidates.map((candidate) => ({
    hash: candidate.hash,
    iteration: candidate.iteration,
    name: [
      candidate.iteration < 0 ? 'Original prompt' : `After iteration ${candidate.iteration + 1}`,
      ...(isBook ? [plural(candidate.bullets, 'bullet')] : []),
      shortHash(candidate.hash),
      ...(candidate.byHand ? [`by hand, ${candidate.byHand.name}`] : []),
    ].join(' · '),
    text: candidate.text,
    isBest: isBest(candidate.hash),
    byHand: candidate.byHand ?? null,
  }));
  return seedKnown ? grown : [seed, ...grown];
}

import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import type { PlaybookVersion } from '@/lib/projection/playbook-versions';
import { formatScore, plural, shortHash } from './numbers';

/** Each version of a run's prompt under a name that a person can pick it by. */
export function versionName(version: PlaybookVersion, isBook: boolean): string {
  const { number, iteration, bullets, hash, byHand } = version;
  if (bullets === null) return `v${number} · Original prompt`;
  return [
    `v${number}`,
    iteration < 0 ? 'Original prompt' : `After iteration ${iteration + 1}`,
    ...(isBook ? [plural(bullets, 'bullet')] : []),
    shortHash(hash),
    ...(byHand ? [`by hand, ${byHand.name}`] : []),
  ].join(' · ');
}

/** Version that a button acts on, so that a person copies or promotes the intended one: "best prompt, v7, 87.3 %". */
export function versionWords(
  { number, isBest, score }: Pick<PlaybookVersion, 'number' | 'isBest' | 'score'>,
  /** Why the score is no headline. */
  doubt: Pick<ScoreDoubt, 'code'> | null = null,
): string {
  const measured =
    score === null || score.n === 0
      ? 'not measured'
      : // An exploratory score is right; only no claim rests on it.
        doubt !== null && doubt.code !== 'exploratory'
        ? 'score not valid'
        : formatScore(score.mean);
  const label = doubt?.code === 'exploratory' ? ['exploratory'] : [];
  return [isBest ? `best prompt, v${number}` : `v${number}`, measured, ...label].join(', ');
}

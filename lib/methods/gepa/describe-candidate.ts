import type { Candidate } from '@/lib/domain/candidate';
import { componentsOf } from '@/lib/domain/components';
import { countTokens } from '@/lib/stats/count-tokens';

/** GEPA's candidates have no bullets: counted are the lines that say something, whatever component they stand in. */
export function describeCandidate(candidate: Candidate): {
  readonly bullets: number;
  readonly tokens: number;
} {
  const lines = [...componentsOf(candidate.text).values()].flatMap((text) => text.split('\n'));
  return {
    bullets: lines.filter((line) => line.trim() !== '').length,
    tokens: countTokens(candidate.text),
  };
}

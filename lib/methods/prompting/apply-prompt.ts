import type { Candidate } from '@/lib/domain/candidate';
import { contentHash } from '@/lib/domain/content-hash';
import type { Update } from '@/lib/domain/update';
import type { AppliedUpdate } from '@/lib/methods/method';

/** The new prompt takes the place of the old one as a whole; without one the old one stays. */
export function applyPrompt(base: Candidate, { text, invalid }: Update): AppliedUpdate {
  if (invalid !== null || text === null || text === base.text) {
    return { candidate: base, applied: 0, ignored: 0 };
  }
  return { candidate: { hash: contentHash(text), text }, applied: 1, ignored: 0 };
}

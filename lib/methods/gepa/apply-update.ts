import type { Candidate } from '@/lib/domain/candidate';
import { contentHash } from '@/lib/domain/content-hash';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Update } from '@/lib/domain/update';
import type { AppliedUpdate, UnionBase } from '@/lib/methods/method';
import { componentText } from '@/lib/methods/prompting/component-text';
import { type Fingerprint, fingerprintOf, isNearIdentical } from '@/lib/methods/prompting/near-identical';

/** From proposed texts to the next candidate, without a model. */

/**
 * The whole text replaced; an update without one gives back the very same candidate. Who rewrites one component of
 * several puts it in its place by ./components instead.
 */
export function applyUpdate(base: Candidate, { text, invalid }: Update): AppliedUpdate {
  const changes = invalid === null && text !== null && text !== base.text;
  return changes
    ? { candidate: { hash: contentHash(text), text }, applied: 1, ignored: 0 }
    : { candidate: base, applied: 0, ignored: 0 };
}

/**
 * Level 2 without a model: the base unchanged, and below it every line of the proposals that is new against it, in
 * group order, near-identical ones once. What a proposal took out or changed in place is not followed: its old line
 * stays and its new one comes to the end. So nothing that a group learnt is lost, and the text only grows. Without a
 * base every line of the proposals is new.
 */
export function uniteProposals(
  updates: readonly Update[],
  _manifest?: RunManifest,
  over?: UnionBase,
): Update {
  const base = over === undefined ? '' : componentText(over.base, over.component);
  const kept: Fingerprint[] = linesOf(base).map(fingerprintOf);
  const fresh: string[] = [];
  const proposed = updates.flatMap(({ text, invalid }) => (invalid === null ? linesOf(text ?? '') : []));
  for (const line of proposed) {
    const fingerprint = fingerprintOf(line);
    if (kept.some((known) => isNearIdentical(known, fingerprint))) continue;
    kept.push(fingerprint);
    fresh.push(line);
  }
  const reasoning = `United ${updates.length} proposals: ${fresh.length} new lines.`;
  const text = fresh.length === 0 ? null : [...(base === '' ? [] : [base]), ...fresh].join('\n');
  return { edits: [], text, reasoning, invalid: null };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

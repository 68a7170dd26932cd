import type { Edit } from '@/lib/domain/edit';
import type { Update } from '@/lib/domain/update';
import { type Fingerprint, fingerprintOf, isNearIdentical } from './near-identical';

/**
 * Level 2 without a model: all edits in group order, additions that repeat an earlier one once. Loses no insight,
 * but merges nothing either, so the playbook grows faster than with a combiner. Cost: no call; pairs of additions.
 */
export function uniteUpdates(updates: readonly Update[]): Update {
  const edits: Edit[] = [];
  const kept: Fingerprint[] = [];
  const proposed = updates.filter(({ invalid }) => invalid === null).flatMap((update) => update.edits);
  for (const edit of proposed) {
    if (edit.type === 'add') {
      const fingerprint = fingerprintOf(edit.content);
      if (kept.some((earlier) => isNearIdentical(earlier, fingerprint))) continue;
      kept.push(fingerprint);
    }
    edits.push(edit);
  }
  const reasoning = `United ${updates.length} updates: ${edits.length} of ${proposed.length} edits kept.`;
  return { edits, text: null, reasoning, invalid: null };
}

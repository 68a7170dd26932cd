import type { Edit } from '@/lib/domain/edit';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Update } from '@/lib/domain/update';
import { type Fingerprint, fingerprintOf, isNearIdentical } from '@/lib/methods/prompting/near-identical';
import { aceSettings } from './ace-settings';
import { settleEdits } from './settle-edits';

/**
 * Level 2 without a model: all edits in group order, additions that repeat an earlier one once. Loses no insight,
 * but merges nothing either, so the playbook grows faster than with a combiner. Where the run lets curators rewrite
 * bullets, what groups want of the same bullet is settled (`settle-edits`). Cost: no call; pairs of additions.
 */
export function uniteUpdates(updates: readonly Update[], manifest?: RunManifest): Update {
  const edits: Edit[] = [];
  const kept: { readonly fingerprint: Fingerprint; readonly position: number }[] = [];
  const proposed = updates.filter(({ invalid }) => invalid === null).flatMap((update) => update.edits);
  const rewrites = manifest !== undefined && aceSettings(manifest).edits === 'all';
  for (const edit of rewrites ? settleEdits(proposed) : proposed) {
    if (edit.type === 'add') {
      const fingerprint = fingerprintOf(edit.content);
      const twin = kept.find((earlier) => isNearIdentical(earlier.fingerprint, fingerprint));
      if (twin !== undefined) {
        edits[twin.position] = withSources(edits[twin.position] ?? edit, edit.from);
        continue;
      }
      kept.push({ fingerprint, position: edits.length });
    }
    edits.push(edit);
  }
  const reasoning = `United ${updates.length} updates: ${edits.length} of ${proposed.length} edits kept.`;
  return { edits, text: null, reasoning, invalid: null };
}

/** The line that stays speaks for the insights of its twins too. */
function withSources(edit: Edit, more: readonly string[] = []): Edit {
  if (edit.type !== 'add' || more.length === 0) return edit;
  return { ...edit, from: [...new Set([...(edit.from ?? []), ...more])] };
}

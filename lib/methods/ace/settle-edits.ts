import type { Edit } from '@/lib/domain/edit';
import { fingerprintOf, isNearIdentical } from '@/lib/methods/prompting/near-identical';

/**
 * Edits that do not contradict each other, from edits that may: parallel groups edit the same frozen playbook without
 * seeing each other, and one reply can contradict itself. Whatever teaches something survives; what only takes away
 * gives way.
 *
 *   bullet is         merged by another     updated by another         removed by another
 *   merge             the first keeps it    the merge is kept          the merge is kept
 *   update            becomes an addition   the first is kept, later   the update is kept
 *                                           ones become additions
 *   remove            falls away            falls away                 once
 *
 * A merge whose sources are taken continues with the rest; with fewer than two, its text becomes an addition.
 * What becomes an addition goes to the others section, unless it repeats what another edit says already. The order of
 * the edits is kept. With `known` (the ids of the playbook), an edit that names only what is not there falls away.
 * Settling what is settled changes nothing.
 */
export function settleEdits(edits: readonly Edit[], known?: ReadonlySet<string>): Edit[] {
  const meant = edits.flatMap((edit) => onKnown(edit, known));
  const merged = settleMerges(meant);
  const updated = new Set<string>();
  const changed = merged.claims.map((claim) => {
    if (claim.type !== 'update') return claim;
    if (merged.taken.has(claim.bulletId) || updated.has(claim.bulletId)) return displaced(claim);
    updated.add(claim.bulletId);
    return claim;
  });
  // Bullets that another edit changes, or that are gone already, are not removed.
  const spared = new Set([...merged.taken, ...updated]);
  const kept = changed.filter((claim) => {
    if (claim.type !== 'remove') return true;
    const isFirst = !spared.has(claim.bulletId);
    spared.add(claim.bulletId);
    return isFirst;
  });
  return asAdditions(kept);
}

/** A text that lost its place to another edit. */
interface Displaced {
  readonly type: 'displaced';
  readonly addition: Extract<Edit, { type: 'add' }>;
}

const displaced = ({ content, from }: Extract<Edit, { type: 'update' | 'merge' }>): Displaced => ({
  type: 'displaced',
  addition: { type: 'add', section: OTHERS, content, ...(from === undefined ? {} : { from }) },
});

function onKnown(edit: Edit, known: ReadonlySet<string> | undefined): Edit[] {
  const isThere = (id: string) => known === undefined || known.has(id);
  if (edit.type === 'add') return [edit];
  if (edit.type !== 'merge') return isThere(edit.bulletId) ? [edit] : [];
  const bulletIds = [...new Set(edit.bulletIds)].filter(isThere);
  return bulletIds.length < 2 ? [] : [{ ...edit, bulletIds }];
}

function settleMerges(edits: readonly Edit[]) {
  const taken = new Set<string>();
  const claims = edits.map((edit): Edit | Displaced => {
    if (edit.type !== 'merge') return edit;
    const bulletIds = edit.bulletIds.filter((id) => !taken.has(id));
    if (bulletIds.length < 2) return displaced(edit);
    for (const id of bulletIds) taken.add(id);
    return { ...edit, bulletIds };
  });
  return { claims, taken };
}

function asAdditions(claims: readonly (Edit | Displaced)[]): Edit[] {
  const said = claims.flatMap((claim) =>
    claim.type === 'remove' || claim.type === 'displaced' ? [] : [fingerprintOf(claim.content)],
  );
  return claims.flatMap((claim): Edit[] => {
    if (claim.type !== 'displaced') return [claim];
    if (claim.addition.content === '') return [];
    const fingerprint = fingerprintOf(claim.addition.content);
    if (said.some((other) => isNearIdentical(other, fingerprint))) return [];
    said.push(fingerprint);
    return [claim.addition];
  });
}

const OTHERS = 'OTHERS';

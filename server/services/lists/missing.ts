import type { BulkOutcome } from '@/lib/contracts/tags';

/** Named ids that do not exist in this workspace, each with a reason. */
export function missingOf(
  ids: readonly string[],
  rows: readonly { readonly id: string }[],
): BulkOutcome['refused'] {
  const there = new Set(rows.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => !there.has(id)).map((id) => ({ id, reason: 'It does not exist.' }));
}

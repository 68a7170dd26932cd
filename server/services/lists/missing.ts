import type { BulkOutcome } from '@/lib/contracts/tags';

/** Those that were named and are not there (for this workspace), as a reason each. */
export function missingOf(
  ids: readonly string[],
  rows: readonly { readonly id: string }[],
): BulkOutcome['refused'] {
  const there = new Set(rows.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => !there.has(id)).map((id) => ({ id, reason: 'It does not exist.' }));
}

import type { ListExamplesInput } from '@/lib/contracts/datasets';
import { listExampleRows } from '@/server/repositories/datasets';

/**
 * A page of examples by their positions. A search or a part of a split may fit few of a million, so the examples are
 * looked through a stretch at a time and for so long only: a page may then have less than it could, or nothing, and
 * its cursor says where the next look begins.
 */
const STRETCH = 5_000;
const LOOK_MS = 100;

type ExampleRows = Awaited<ReturnType<typeof listExampleRows>>;

interface ExamplePage {
  readonly rows: ExampleRows;
  readonly nextCursor: string | null;
}

export async function readExamplePage(
  { datasetId, cursor, search, splitId, split, limit }: ListExamplesInput & { readonly datasetId: string },
  exampleCount: number,
): Promise<ExamplePage> {
  const asked = { datasetId, search, registrationId: splitId, split };
  const isNarrowed = (search ?? '') !== '' || split !== undefined;
  const stretch = isNarrowed ? STRETCH : exampleCount;
  const untilMs = performance.now() + LOOK_MS;
  const rows: ExampleRows = [];
  for (let after = cursor ?? -1; after < exampleCount - 1; after += stretch) {
    const upTo = after + stretch;
    rows.push(...(await listExampleRows({ ...asked, after, upTo, limit: limit - rows.length })));
    const last = rows[limit - 1];
    if (rows.length > limit && last !== undefined)
      return { rows: rows.slice(0, limit), nextCursor: String(last.position) };
    if (performance.now() > untilMs && upTo < exampleCount - 1) return { rows, nextCursor: String(upTo) };
  }
  return { rows, nextCursor: null };
}

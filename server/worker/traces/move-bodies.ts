import type pg from 'pg';
import { ulid } from 'ulid';
import type { ObjectStore } from '@/lib/ports/object-store';
import {
  type BodyInRow,
  listPartsInRows,
  type PartInRow,
  readBodiesInRows,
} from '@/server/repositories/parts-in-rows';
import {
  dropObjects,
  type PlacedBody,
  type PlannedObject,
  placeBodies,
  planObjects,
} from '@/server/repositories/trace-objects';
import type { TraceKey } from '@/server/repositories/trace-parts';

/**
 * Moves the bodies of complete traces to objects: what is planned is noted first, then written, and only then do places
 * take the room of bodies. An object is the bodies of one trace one after the other, each of which is a gzip of its own, so
 * that `zcat` reads it.
 */
export interface MoveSettings {
  /** Since its last assembly: records that come later make a second object of the trace. */
  readonly settledSeconds: number;
}

const PAGE = 500;
const TRACES_AT_ONCE = 16;
const BYTES_AT_ONCE = 32_000_000;

/** How many parts were moved. */
export async function moveBodies(
  pool: pg.Pool,
  store: ObjectStore,
  { settledSeconds, closing }: MoveSettings & { readonly closing: AbortSignal },
): Promise<number> {
  let moved = 0;
  let after = '0';
  while (!closing.aborted) {
    const page = await listPartsInRows(pool, { after, limit: PAGE, settledSeconds });
    const last = page.at(-1);
    if (last === undefined) break;
    for (const keys of batchesOf(page.filter(({ isReady }) => isReady))) {
      if (closing.aborted) break;
      moved += await moveBatch(pool, store, keys);
    }
    after = last.id;
  }
  return moved;
}

/** Traces with some of their parts on the page, in batches that fit into memory. */
function* batchesOf(ready: readonly PartInRow[]): Generator<readonly TraceKey[]> {
  let batch = new Map<string, TraceKey>();
  let bytes = 0;
  for (const part of ready) {
    const name = nameOf(part);
    const isFull = batch.size >= TRACES_AT_ONCE || bytes + part.bytes > BYTES_AT_ONCE;
    if (isFull && batch.size > 0 && !batch.has(name)) {
      yield [...batch.values()];
      batch = new Map();
      bytes = 0;
    }
    batch.set(name, part);
    bytes += part.bytes;
  }
  if (batch.size > 0) yield [...batch.values()];
}

interface NewObject {
  readonly planned: PlannedObject;
  readonly body: Buffer;
  readonly placed: readonly PlacedBody[];
}

async function moveBatch(pool: pg.Pool, store: ObjectStore, keys: readonly TraceKey[]): Promise<number> {
  const objects = objectsOf(await readBodiesInRows(pool, keys));
  if (objects.length === 0) return 0;
  await planObjects(
    pool,
    objects.map(({ planned }) => planned),
  );
  const written = await Promise.allSettled(objects.map(({ planned, body }) => store.put(planned.key, body)));
  const whole = objects.filter((_, index) => written[index]?.status === 'fulfilled');
  const moved = await placeBodies(
    pool,
    whole.map(({ planned }) => planned),
    whole.flatMap(({ placed }) => placed),
  );
  await dropObjects(
    pool,
    objects.filter((one) => !whole.includes(one)).map(({ planned }) => planned),
  );
  const fault = written.find((one) => one.status === 'rejected');
  if (fault !== undefined) throw fault.reason;
  return moved;
}

function objectsOf(bodies: readonly BodyInRow[]): readonly NewObject[] {
  const traces = new Map<string, BodyInRow[]>();
  for (const one of bodies) traces.set(nameOf(one), [...(traces.get(nameOf(one)) ?? []), one]);
  return [...traces.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const body = Buffer.concat(own.map((one) => one.body));
    const { workspaceId } = first;
    const key = `traces/${workspaceId}/${ulid()}.json.gz`;
    let from = 0;
    const placed = own.map(({ id, body: { byteLength: bytes } }) => {
      const place = { id, key, from, bytes };
      from += bytes;
      return place;
    });
    return [{ planned: { key, workspaceId, bytes: body.byteLength }, body, placed }];
  });
}

const nameOf = ({ workspaceId, traceId }: TraceKey) => `${workspaceId} ${traceId}`;

import { AppError } from '@/lib/errors/app-error';
import type { PartBodies } from '@/lib/ports/part-bodies';
import { logOf } from '@/server/observability/log';
import type { StoredPart } from '@/server/repositories/trace-parts';

/** Parts of a trace with bodies from wherever they are; or why the trace cannot be assembled again from all of them. */
export type ReadBodies = readonly StoredPart[] | 'later' | 'gone';

/**
 * A trace is read from all of its parts or not at all: without its older ones it would be less than its row tells already.
 */
export async function readBodies(bodies: PartBodies, parts: readonly StoredPart[]): Promise<ReadBodies> {
  const outside = parts.filter(({ place }) => place !== null);
  if (outside.length === 0) return parts;
  const [{ workspaceId, traceId }] = outside as [StoredPart];
  try {
    const read = await bodies.read(outside.flatMap(({ place }) => place ?? []));
    const found = new Map(outside.map((part, index) => [part, read[index] ?? null]));
    if ([...found.values()].every((body) => body !== null))
      return parts.map((part) => ({ ...part, body: found.get(part) ?? part.body }));
    logOf('traces').error({ workspaceId, traceId }, 'An object with records of a trace is gone.');
    return 'gone';
  } catch (err) {
    if (!AppError.is(err, 'OBJECTS_UNAVAILABLE') && !AppError.is(err, 'ADDRESS_REFUSED')) throw err;
    logOf('traces').warn({ err, workspaceId, traceId }, 'A trace waits for the object store.');
    return 'later';
  }
}

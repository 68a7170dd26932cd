import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { AssembledTrace, TraceSource } from '@/lib/domain/collected-trace';
import type { TraceRecord } from '@/lib/domain/trace-span';
import { TRAJECTORY_VERSION } from '@/lib/domain/trajectory';
import { assembleTrace } from '@/lib/traces/assemble-trace';
import { numberPlaceholders } from '@/lib/traces/private/number-placeholders';
import { logOf } from '@/server/observability/log';
import type { StoredPart } from '@/server/repositories/trace-parts';

/** The trace that its stored parts tell. Parts that cannot be read, or are too many, are counted as unread. */
const decompress = promisify(gunzip);

/** Most bytes of one part, not compressed: more than a request may hold. */
const PART_BYTES_MAX = 128_000_000;
const TOO_MANY = 'beyond the size that is read of one trace';
const DAMAGED = 'damaged';
const UNASSEMBLED = 'not assembled';

export async function readParts(traceId: string, parts: readonly StoredPart[]): Promise<AssembledTrace> {
  const records: TraceRecord[] = [];
  const unread = new Map<string, number>();
  for (const { body, records: count } of parts) {
    const found = body === null ? TOO_MANY : await recordsOf(body);
    if (typeof found === 'string') unread.set(found, (unread.get(found) ?? 0) + count);
    else for (const record of found) records.push(record);
  }
  const source = parts[0]?.source ?? 'otlp';
  const trace = assembled(traceId, records, source);
  return { ...trace, id: traceId, unread: { ...trace.unread, ...Object.fromEntries(unread) } };
}

async function recordsOf(body: Uint8Array): Promise<readonly TraceRecord[] | typeof DAMAGED> {
  try {
    const text = await decompress(body, { maxOutputLength: PART_BYTES_MAX });
    return JSON.parse(text.toString('utf8'));
  } catch {
    return DAMAGED;
  }
}

/** A fault of the reader leaves the parts, so that a later version may read them. */
function assembled(traceId: string, records: readonly TraceRecord[], source: TraceSource): AssembledTrace {
  try {
    return numberPlaceholders(assembleTrace(records, source));
  } catch (err) {
    logOf('traces').error({ err, traceId }, 'A trace could not be assembled.');
    return unassembled(traceId, records.length, source);
  }
}

function unassembled(id: string, count: number, source: TraceSource): AssembledTrace {
  return {
    ...{ id, source, isComplete: true, service: '', name: '', sessionId: null, userId: null, prompt: null },
    exposureId: null,
    ...{ task: '', output: '', startMs: null, endMs: null, error: null, scores: [] },
    trajectory: {
      ...{ version: TRAJECTORY_VERSION, agent: { name: '', version: '' } },
      ...{ tools: [], steps: [], broken: [] },
    },
    unread: { [UNASSEMBLED]: count },
  };
}

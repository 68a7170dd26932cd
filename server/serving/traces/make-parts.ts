import { gunzipSync, gzipSync } from 'node:zlib';
import type { TraceSource } from '@/lib/domain/collected-trace';
import type { JsonValue } from '@/lib/domain/json';
import { storableText } from '@/lib/domain/storable-text';
import type { TraceRecord } from '@/lib/domain/trace-span';
import { AppError } from '@/lib/errors/app-error';
import { type OtlpRecords, readOtlp } from '@/lib/traces/otlp/read-otlp';
import { writeOtlpAnswer } from '@/lib/traces/otlp/write-answer';
import { readGateway } from '@/lib/traces/read-gateway';
import { readOpenAiAgents } from '@/lib/traces/read-openai-agents';
import type { ReceivedPart } from '@/server/repositories/trace-parts';
import { makeRecordKeeper, type RecordKeeper } from './keep-record';
import type { Received, ReceiveWork } from './receive-work';

/**
 * The body of one request as parts of traces, ready to be stored: unpacked, read, scrubbed by the workspace's policy and
 * compressed, one part for each trace. Cost: about 0.1 ms a span; it is done in a thread of its own.
 */
export const UNPACKED_BYTES_MAX = 64_000_000;

/** Repetition is most of it, which the quickest level finds as well. */
const LEVEL = 1;

/** @throws AppError INPUT_INVALID or BODY_TOO_LARGE */
export function makeParts(work: ReceiveWork, salt: string): Received {
  const { source, records, ...read } = readRecords(work);
  const { kept, dropped } = keepRecords(records, work, salt);
  const rejected = read.rejected + dropped;
  const reason = [read.reason, droppedReason(dropped)].filter((one) => one !== '').join(' ');
  return {
    ...{ source, rejected, records: records.length - dropped },
    parts: [...kept].map(([traceId, own]) => partOf(traceId, own)),
    answer: writeOtlpAnswer(work.door === 'logs' ? 'logs' : 'traces', work.encoding, { rejected, reason }),
  };
}

function readRecords(work: ReceiveWork): OtlpRecords & { readonly source: TraceSource } {
  const { door, encoding } = work;
  const body = work.isGzip ? unpacked(work.body) : work.body;
  if (door === 'gateway')
    return { ...RECEIVED, records: readGateway(parsed(body) as never), source: 'gateway' };
  if (door !== 'openai-agents') return { ...readOtlp({ signal: door, encoding, body }), source: 'otlp' };
  return { ...storableOnly(readOpenAiAgents(parsed(body))), source: 'openaiAgents' };
}

const RECEIVED = { rejected: 0, reason: '' };

function parsed(body: Uint8Array): JsonValue {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new AppError('INPUT_INVALID', 'The body is not JSON.', { cause });
  }
}

const ID_MAX = 200;

/** Ids of OTLP are bytes; these are texts of the sender's own. */
function storableOnly({ records, rejected, reason }: OtlpRecords): OtlpRecords {
  const fine = records.filter(({ traceId }) => storableText(traceId, ID_MAX) === traceId);
  const bad = records.length - fine.length;
  const why = bad === 0 ? reason : `${reason} ${bad} records have a trace id that cannot be stored.`.trim();
  return { records: fine, rejected: rejected + bad, reason: why };
}

function unpacked(body: Uint8Array): Uint8Array {
  try {
    return gunzipSync(body, { maxOutputLength: UNPACKED_BYTES_MAX });
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new AppError(
        'BODY_TOO_LARGE',
        `The body unpacks to more than ${UNPACKED_BYTES_MAX / 1e6} MB. Send smaller batches.`,
        { cause },
      );
    throw new AppError('INPUT_INVALID', 'The body is not gzip, though Content-Encoding says so.', { cause });
  }
}

function keepRecords(records: readonly TraceRecord[], work: ReceiveWork, salt: string) {
  const { policy, workspaceId } = work;
  const kept = new Map<string, TraceRecord[]>();
  const keepers = new Map<string, RecordKeeper>();
  let dropped = 0;
  for (const [index, given] of records.entries()) {
    const { traceId } = given;
    const keeper =
      keepers.get(traceId) ?? makeRecordKeeper({ workspaceId, traceId, salt }, policy.keepsContent);
    keepers.set(traceId, keeper);
    const { record, isPrivate } = keeper.keep(given);
    if (isPrivate && policy.privacy === 'refuse') throw refused(given, index, records.length);
    if (isPrivate && policy.privacy === 'drop') dropped += 1;
    else {
      const own = kept.get(traceId);
      if (own === undefined) kept.set(traceId, [record]);
      else own.push(record);
    }
  }
  return { kept, dropped };
}

function partOf(traceId: string, records: readonly TraceRecord[]): ReceivedPart {
  return {
    traceId,
    body: gzipSync(JSON.stringify(records), { level: LEVEL }),
    records: records.length,
    isEnded: records.some((one) => one.kind === 'span' && one.parentId === null && one.endMs !== null),
  };
}

function droppedReason(count: number): string {
  return count === 0 ? '' : `${count} records hold personal data or a secret and were left out.`;
}

function refused({ spanId }: TraceRecord, index: number, count: number): AppError {
  const place = `Record ${index + 1} of ${count}${spanId === '' ? '' : ` (span ${spanId})`}`;
  return new AppError(
    'INPUT_INVALID',
    `${place} holds personal data or a secret, which this workspace refuses. Nothing was stored.`,
  );
}

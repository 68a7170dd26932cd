import type pg from 'pg';
import type { DialectReader, InjectedComponent } from '@/lib/dialects/dialect';
import { READERS } from '@/lib/dialects/known-dialects';
import { parsedObject } from '@/lib/dialects/read-json';
import { SeenConversations } from '@/lib/dialects/seen-conversations';
import type { RolloutLimits } from '@/lib/domain/agent';
import type { JsonObject } from '@/lib/domain/json';
import type { ReadReply, ReadRequest } from '@/lib/domain/model-call';
import type { RolloutOrder } from '@/lib/domain/rollout-order';
import type { RecordedCall } from '@/lib/trajectory/recorded-call';
import { type CallBodies, makeCallBodies } from '@/server/adapters/agents/call-bodies';
import { type CallFault, type CallRow, readCalls } from '@/server/repositories/agent-calls';
import type { AttemptName } from '@/server/repositories/rollouts';

/**
 * The recorded calls of an attempt, read anew from the bodies as they arrived: conversations are rebuilt in the order of
 * arrival and the components put in their places, as the proxy did. So one body is stored for each call, not three.
 * Cost: reads every body of the attempt once.
 */
export interface ReadCall extends RecordedCall {
  readonly fault: CallFault | null;
}

export async function recordedCalls(
  pool: pg.Pool,
  name: AttemptName,
  order: RolloutOrder,
  secret: string,
): Promise<readonly ReadCall[]> {
  return replayedCalls(await readCalls(pool, name), order, makeCallBodies(secret)).calls;
}

/** The same from the rows, with the conversations that later calls may refer to. */
export function replayedCalls(
  rows: readonly CallRow[],
  order: RolloutOrder,
  bodies: CallBodies,
): { readonly calls: readonly ReadCall[]; readonly seen: SeenConversations } {
  const seen = new SeenConversations();
  const reading = { bodies, components: injectedBy(order), seen };
  return { calls: rows.map((row) => readCall(row, reading)), seen };
}

export const injectedBy = ({ components }: RolloutOrder): readonly InjectedComponent[] =>
  components.map(({ name, injection, text }) => ({ name, way: injection, text }));

interface Reading {
  readonly bodies: CallBodies;
  readonly components: readonly InjectedComponent[];
  readonly seen: SeenConversations;
}

const UNREADABLE: ReadRequest = {
  model: '',
  stream: false,
  system: [],
  messages: [],
  tools: [],
  outputMax: null,
  settings: {},
  refersTo: null,
  itemReferences: [],
};

function readCall(row: CallRow, { bodies, components, seen }: Reading): ReadCall {
  const reader = READERS[row.dialect];
  const asked = row.request && parsedObject(bodies.open(row.request, { ...row, part: 'request' }));
  const reply = row.reply && parsedObject(bodies.open(row.reply, { ...row, part: 'reply' }));
  const { request, expanded } = readAsked(reader, asked, { components, seen });
  if (asked && expanded && reply && row.status === 'answered')
    reader.keep?.(seen, { asked, expanded, reply });
  return {
    ordinal: row.ordinal,
    dialect: row.dialect,
    startedAtMs: row.startedAt.getTime(),
    endedAtMs: row.endedAt?.getTime() ?? null,
    status: row.status,
    httpStatus: row.httpStatus,
    fault: row.fault,
    request,
    reply: reply && readReply(reader, reply),
    digest: row.digest,
    retryOf: row.retryOf,
    asked: row.asked,
    sent: row.sent,
    metrics: {
      tokensIn: row.tokensIn,
      tokensOut: row.tokensOut,
      tokensCached: row.tokensCached,
      costUsd: row.costUsd,
      delayMs: row.delayMs,
      by: row.countedBy,
    },
  };
}

/** A body that no reader understands gave no step, but it is still a call. */
function readAsked(
  reader: DialectReader,
  asked: JsonObject | null,
  { components, seen }: Pick<Reading, 'components' | 'seen'>,
): { readonly request: ReadRequest; readonly expanded: JsonObject | null } {
  if (asked === null) return { request: UNREADABLE, expanded: null };
  try {
    const expanded = reader.expand(asked, seen);
    if (!expanded.ok) return { request: UNREADABLE, expanded: null };
    return { request: reader.readRequest(reader.inject(expanded.body, components)), expanded: expanded.body };
  } catch {
    return { request: UNREADABLE, expanded: null };
  }
}

function readReply(reader: DialectReader, reply: JsonObject): ReadReply | null {
  try {
    return reader.readReply(reply);
  } catch {
    return null;
  }
}

const LIMITS: readonly CallFault[] = ['modelCalls', 'tokens', 'usd'] satisfies (keyof RolloutLimits)[];

/** The limit of the rollout that refused a call; null = none did. */
export function limitReached(calls: readonly Pick<ReadCall, 'fault'>[]): keyof RolloutLimits | null {
  const fault = calls.find((call) => call.fault !== null && LIMITS.includes(call.fault))?.fault;
  return (fault as keyof RolloutLimits | undefined) ?? null;
}

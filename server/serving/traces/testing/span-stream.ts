import { setTimeout as wait } from 'node:timers/promises';
import { type AgentSpan, agentTrace, otlpBodyOf } from './agent-spans';

/**
 * Senders that behave as exporters do: each sends its batches one after the other and repeats one until it is answered with
 * 200. The spans of a trace come in two requests, its root in the second, so that a kill finds traces half sent.
 */
export interface SpanStream {
  /** By trace, the ids of the spans that were acknowledged. */
  readonly acknowledged: ReadonlyMap<string, ReadonlySet<string>>;
  readonly counts: { readonly requests: number; readonly repeated: number };
  /** Ends once every begun trace is sent. */
  finish(): Promise<void>;
}

export interface StreamGiven {
  readonly origin: string;
  readonly key: string;
}

const SENDERS = 4;
const TRACES_A_BATCH = 4;
const SPANS_A_TRACE = 9;
/** Between two tries; exporters wait longer. */
const AGAIN_MS = 20;

export function startSpanStream(to: StreamGiven): SpanStream {
  const acknowledged = new Map<string, Set<string>>();
  const counts = { requests: 0, repeated: 0 };
  let isFinishing = false;

  const send = async (spans: readonly AgentSpan[]) => {
    const body = otlpBodyOf(spans);
    while (!(await isTaken(to, body))) {
      counts.repeated += 1;
      await wait(AGAIN_MS);
    }
    counts.requests += 1;
    for (const { traceId, spanId } of spans) {
      const known = acknowledged.get(traceId) ?? new Set();
      acknowledged.set(traceId, known.add(spanId));
    }
  };

  const sender = async () => {
    while (!isFinishing) {
      const traces = Array.from({ length: TRACES_A_BATCH }, () =>
        agentTrace(SPANS_A_TRACE, (ordinal) => `Row ${ordinal} has boxes, and more of them than before. `),
      );
      const middle = Math.floor(SPANS_A_TRACE / 2);
      await send(traces.flatMap((spans) => spans.slice(0, middle)));
      await send(traces.flatMap((spans) => spans.slice(middle)));
    }
  };
  const sent = Promise.all(Array.from({ length: SENDERS }, sender));
  return {
    ...{ acknowledged, counts },
    async finish() {
      isFinishing = true;
      await sent;
    },
  };
}

/** @throws Error at an answer after which an exporter would drop its batch */
async function isTaken({ origin, key }: StreamGiven, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const headers = { 'content-type': 'application/x-protobuf', authorization: `Bearer ${key}` };
  const answer = await fetch(`${origin}/otlp/v1/traces`, { method: 'POST', headers, body }).catch(() => null);
  if (answer === null) return false;
  const said = await answer.arrayBuffer().catch(() => null);
  if (answer.status === 200) return said !== null;
  if (answer.status === 429 || answer.status === 503) return false;
  throw new Error(`A batch was answered with ${answer.status}.`);
}

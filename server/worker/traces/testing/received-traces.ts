import { gzipSync } from 'node:zlib';
import { ulid } from 'ulid';
import type { PartBodies } from '@/lib/ports/part-bodies';
import { spanOf } from '@/lib/traces/testing/span-builders';
import type { TestDatabase } from '@/server/db/testing/test-database';
import { readTraceParts, saveTraceParts } from '@/server/repositories/trace-parts';
import { assembleDue } from '../assemble-traces';
import { readBodies } from '../read-bodies';

/** Traces that come in parts to a workspace of their own, assembled and settled as a worker does it. */
export interface ReceivedTraces {
  readonly workspaceId: string;
  /** One part with a model call, and the root of the trace with the first one; its compressed body. */
  receive(traceId: string, spanId: string): Promise<Buffer>;
  /** As if a minute had gone by. */
  assemble(): Promise<void>;
  settle(): ReturnType<PartBodies['settle']>;
  /** Bodies of a trace in the order of arrival, from wherever they are. */
  bodiesOf(traceId: string): Promise<readonly (Buffer | null)[] | 'later' | 'gone'>;
}

export const OPEN = new AbortController().signal;

export async function receiveTraces({ pg, db }: TestDatabase, bodies: PartBodies): Promise<ReceivedTraces> {
  const workspaceId = `wsp_${ulid()}`;
  await db.workspace.create({ data: { id: workspaceId, name: 'Received' } });
  const known = new Set<string>();
  return {
    workspaceId,
    async receive(traceId, spanId) {
      const records = known.has(traceId) ? [chat(traceId, spanId)] : [root(traceId), chat(traceId, spanId)];
      known.add(traceId);
      const body = gzipSync(JSON.stringify(records));
      const part = { traceId, body, records: records.length, isEnded: true };
      await saveTraceParts(pg, { workspaceId, source: 'otlp', parts: [part] });
      return body;
    },
    async assemble() {
      await pg.query(
        `UPDATE "TracePending" SET "dueAt" = now() - interval '1 second', "lastAt" = "lastAt" - interval '61 seconds'
         WHERE "workspaceId" = $1`,
        [workspaceId],
      );
      while ((await assembleDue(pg, bodies)) > 0);
    },
    settle: () => bodies.settle(OPEN),
    async bodiesOf(traceId) {
      const read = await readBodies(bodies, await readTraceParts(pg, [{ workspaceId, traceId }]));
      return typeof read === 'string' ? read : read.map(({ body }) => body && Buffer.from(body));
    },
  };
}

const root = (traceId: string) =>
  spanOf({
    ...{ traceId, spanId: 'root', name: 'answer', took: 500 },
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'Clerk' },
  });

const said = (role: string, content: string) =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

const chat = (traceId: string, spanId: string) =>
  spanOf({
    ...{ traceId, spanId, parentId: 'root', name: 'chat m-1', took: 20 },
    attributes: {
      ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm-1' },
      'gen_ai.input.messages': said('user', 'How many legs has a bee?'),
      'gen_ai.output.messages': said('assistant', `Six, says ${spanId}.`),
    },
  });

import { setTimeout as pause } from 'node:timers/promises';
import type { PgBoss, QueueOptions } from 'pg-boss';
import { z } from 'zod';
import { serverTools } from '@/lib/contracts/agent-tools';
import { identifier } from '@/lib/contracts/identifier';
import { toolServer } from '@/lib/domain/tool-agent';
import { HEARTBEAT_SECONDS } from './definitions';

/** Jobs that ask tool servers for their tools: only a worker knows the operator's programs. */
export const LIST_TOOLS = 'list-tools';

const payloadShape = z.object({
  workspaceId: identifier,
  /** Agent whose secret is sent to the servers that are marked; null = none. */
  agentId: identifier.nullable(),
  header: z.string().nullable(),
  servers: z.array(toolServer),
});
export type ToolListPayload = z.output<typeof payloadShape>;

const replyShape = z.object({ items: z.array(serverTools) });
export type ToolListReply = z.output<typeof replyShape>;

/** Given to another worker where one does not know a program. */
export const LIST_TOOLS_QUEUE: QueueOptions & { policy: 'standard'; notify: boolean } = {
  policy: 'standard',
  notify: true,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 60,
  retryLimit: 10,
  retryDelay: 1,
  retentionSeconds: 300,
  deleteAfterSeconds: 300,
};

const LOOK_MS = 200;

/** Null = no worker answered within the time. */
export async function askForTools(
  boss: PgBoss,
  payload: ToolListPayload,
  withinMs: number,
): Promise<ToolListReply | null> {
  const id = await boss.send(LIST_TOOLS, payload);
  if (id === null) return null;
  const endsAtMs = performance.now() + withinMs;
  while (performance.now() < endsAtMs) {
    const job = await boss.getJobById(LIST_TOOLS, id);
    if (job?.state === 'completed') return replyShape.parse(job.output);
    if (job === null || job.state === 'failed' || job.state === 'cancelled') return null;
    await pause(LOOK_MS);
  }
  return null;
}

export async function workOnToolLists(
  boss: PgBoss,
  handle: (payload: ToolListPayload, signal: AbortSignal) => Promise<ToolListReply>,
): Promise<void> {
  const options = {
    localConcurrency: 2,
    batchSize: 1,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 5,
  };
  await boss.work(LIST_TOOLS, options, async ([job]) =>
    job ? handle(payloadShape.parse(job.data), job.signal) : undefined,
  );
}

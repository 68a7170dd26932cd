import { makeListener } from '@/server/events/listener';
import { whyNotStart } from '@/server/services/launches/may-start';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { DOORS, type RuleRequest, type Shown } from './rule-doors';
import type { TestApi } from './test-api';

/**
 * The fourth door: the worker that takes from the queue what was launched before. What it refuses leaves no problem but an
 * ended run that says why.
 */

/** The run that this request has put into the queue. */
export async function launched(api: TestApi, operation: string, request: RuleRequest): Promise<string> {
  const { db } = api.database;
  const queued = () => db.run.findMany({ where: { status: 'queued' }, select: { id: true } });
  const before = new Set((await queued()).map(({ id }) => id));
  const refused = await DOORS.API(api, operation, request);
  const run = (await queued()).find(({ id }) => !before.has(id));
  if (refused !== null || !run) throw new Error(`${operation} has queued nothing: ${refused?.text}`);
  const fault = await whyNotStart(run.id, []);
  if (fault !== null) throw new Error(`what keeps the rule would not start: ${fault.message}`);
  return run.id;
}

/** Carried as a worker carries it; null where it was not refused. */
export async function throughQueue(api: TestApi, runId: string): Promise<Shown | null> {
  const { db, pg, url } = api.database;
  const listener = makeListener(url);
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  const closing = new AbortController().signal;
  await executeRun(job, { worker: 'worker-of-the-rules', pool: pg, listener, closing }).finally(() =>
    listener.close(),
  );
  const line = await db.auditEntry.findFirst({ where: { subject: runId, action: 'run.notStarted' } });
  const run = await db.run.findUniqueOrThrow({ where: { id: runId } });
  const paid = await db.journalCall.count({ where: { runId } });
  if (line === null || run.status !== 'stopped' || paid > 0) return null;
  const { code, rule } = line.detail as { readonly code: string; readonly rule: string | null };
  return { text: run.statusReason ?? '', ruleId: rule, code, answer: run.status };
}

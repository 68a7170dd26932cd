import type { ReadTimelineInput, RunTimelineView } from '@/lib/contracts/timeline';
import type { Actor } from '@/lib/domain/actor';
import { findCalledIterations, findCallTimes } from '@/server/repositories/call-times';
import { getRunRow } from '@/server/repositories/runs';

/** More bars than these cannot be told apart; an iteration of so many calls is judged by its first. */
const CALLS_MAX = 3_000;

/** The calls of one iteration on one clock: that of the database, in which sending and answering were written down. */
export async function readTimeline(
  actor: Actor<'read'>,
  input: ReadTimelineInput & { readonly runId: string },
): Promise<RunTimelineView> {
  const run = await getRunRow(actor.workspaceId, input.runId);
  const iterations = await findCalledIterations(run.id);
  const iteration = input.iteration ?? iterations.at(-1) ?? null;
  const none = { calls: [], total: 0 };
  const { calls, total } = iteration === null ? none : await findCallTimes(run.id, iteration, CALLS_MAX);
  const start = calls[0]?.sentAt.getTime() ?? 0;
  return {
    runId: run.id,
    iteration,
    iterations: [...iterations],
    startedAt: calls[0]?.sentAt.toISOString() ?? null,
    calls: calls.map(({ sentAt, answeredAt, ...call }) => ({
      ...call,
      sentMs: sentAt.getTime() - start,
      answeredMs: answeredAt === null ? null : answeredAt.getTime() - start,
    })),
    total,
  };
}

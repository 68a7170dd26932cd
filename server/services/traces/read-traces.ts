import type { TrajectoryHeadView, TrajectoryStepsView } from '@/lib/contracts/rollout-shapes';
import type { TraceDetailView, TraceView } from '@/lib/contracts/traces';
import type { Actor } from '@/lib/domain/actor';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import { AppError } from '@/lib/errors/app-error';
import { exportAtif } from '@/lib/trajectory/atif-export';
import { db } from '@/server/db/client';
import type { Trace } from '@/server/db/generated/client';
import { ledgerPool } from '@/server/ledger/pool';
import { cutPage, readCursor } from '@/server/repositories/keyset';
import {
  countSamplesOf,
  listCountedTraces,
  listTraceRows,
  readTraceFacets,
  type TraceFacets,
} from '@/server/repositories/trace-list';
import { openStored } from '@/server/services/rollouts/opened-trajectories';
import { headOf, hitsOf, stepsOf } from '@/server/services/rollouts/trajectory-parts';
import { scoreView, traceView } from './trace-view';

/** Collected traces of a workspace, and the steps of one. */
interface Named {
  readonly traceId: string;
}

/** Characters of a text in a list: a page of whole texts may have megabytes. */
const SHOWN = 500;

export async function listTraces(
  { workspaceId }: Actor<'read'>,
  {
    limit,
    cursor,
    ...filter
  }: TraceFilter & { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ items: TraceView[]; nextCursor: string | null }> {
  const last = cursor === undefined ? null : readCursor(cursor);
  const after = last && { startedAt: last.createdAt, id: last.id };
  const rows = await listTraceRows(ledgerPool(), { workspaceId, filter, limit, after, shown: SHOWN });
  const { items, nextCursor } = cutPage(
    rows.map((row) => ({ ...row, createdAt: row.startedAt })),
    limit,
  );
  return { items: items.map(traceView), nextCursor };
}

export const listTraceFacets = ({ workspaceId }: Actor<'read'>): Promise<TraceFacets> =>
  readTraceFacets(ledgerPool(), workspaceId);

const QUEUE = 50;
const COUNTED_MAX = 1_000;

/** The newest that nothing has judged; an error is no judgement of a person, but tells enough. */
export async function listTracesToJudge(
  { workspaceId }: Actor<'experiment'>,
  asked: TraceFilter,
): Promise<{ items: TraceView[]; total: number }> {
  const filter: TraceFilter = { ...asked, outcome: 'unjudged' };
  const wanted = { workspaceId, filter, isComplete: true, limit: QUEUE, countedMax: COUNTED_MAX } as const;
  const { rows, total } = await listCountedTraces(ledgerPool(), wanted);
  return { items: rows.map(traceView), total };
}

export async function getTrace({ workspaceId }: Actor<'read'>, { traceId }: Named): Promise<TraceDetailView> {
  const row = await traceRow(workspaceId, traceId);
  const [scores, samples] = await Promise.all([
    db().traceScore.findMany({ where: { workspaceId, traceId }, orderBy: { at: 'desc' } }),
    countSamplesOf(ledgerPool(), workspaceId, traceId),
  ]);
  const hasTrajectory = row.trajectoryHash !== null;
  const unread = row.unread as Readonly<Record<string, number>>;
  return { ...traceView(row), hasTrajectory, scores: scores.map(scoreView), unread, samples };
}

/** @throws AppError NOT_FOUND */
export async function traceRow(workspaceId: string, traceId: string): Promise<Trace> {
  const row = await db().trace.findUnique({ where: { workspaceId_id: { workspaceId, id: traceId } } });
  if (row !== null) return row;
  throw noTrace();
}

export const noTrace = () =>
  new AppError('NOT_FOUND', 'This trace does not exist.', {
    howToProceed: ['Look for it in the list of traces: retention or a person may have removed it.'],
  });

export async function readTraceTrajectory(
  { workspaceId }: Actor<'read'>,
  { traceId }: Named,
): Promise<TrajectoryHeadView> {
  return headOf(await opened(workspaceId, traceId), []);
}

export async function listTraceSteps(
  { workspaceId }: Actor<'read'>,
  { traceId, from, count }: Named & { readonly from: number; readonly count: number },
): Promise<TrajectoryStepsView> {
  return stepsOf(await opened(workspaceId, traceId), { from, count });
}

export async function searchTraceSteps(
  { workspaceId }: Actor<'read'>,
  { traceId, q }: Named & { readonly q: string },
): Promise<{ hits: number; steps: number[] }> {
  return hitsOf(await opened(workspaceId, traceId), q);
}

/** @throws AppError NOT_FOUND where no step could be read */
export async function exportTrace(
  { workspaceId }: Actor<'read'>,
  { traceId }: Named,
): Promise<{ readonly filename: string; readonly text: string }> {
  const { trajectory } = await opened(workspaceId, traceId);
  const text = `${JSON.stringify(exportAtif(trajectory, traceId), null, 2)}\n`;
  return { filename: `${traceId.replaceAll(/[^A-Za-z0-9._-]/g, '-')}.atif.json`, text };
}

async function opened(workspaceId: string, traceId: string) {
  const { trajectoryHash: hash, agentName } = await traceRow(workspaceId, traceId);
  if (hash === null) throw new AppError('NOT_FOUND', 'No step of this trace could be read.');
  const agent = { name: agentName, version: '' };
  return openStored({ workspaceId, hash, about: '', agent, components: [] });
}

import { composeStrategy } from '@/lib/report/strategy/compose-strategy';
import { strategyHash } from '@/lib/report/strategy/strategy-content';
import { buildReportInput } from '@/lib/testing/builders/strategy-input';
import type { Prisma } from '@/server/db/generated/client';
import { createWebhookRow } from '@/server/repositories/webhooks';
import { PRACTICE_URL, type TestApi } from './test-api';

/**
 * Objects around a run, inserted directly into the tables: a sweep that lost a cell, a report with its
 * review.
 */
interface Around {
  readonly experimentId: string;
  readonly runId: string;
  /** Makes the ids of this round unique. */
  readonly made: number;
}

/** A paused sweep with a lost cell: it can be resumed or cancelled, and its cell started again. */
export async function seedSweep(
  { database: { db }, workspaceId }: TestApi,
  { experimentId, runId, made }: Around,
) {
  const [sweepId, cellId] = [`swp_fresh_${made}`, `cel_fresh_${made}`];
  const { manifest } = await db.run.findUniqueOrThrow({ where: { id: runId }, select: { manifest: true } });
  const settings = { arms: ['naive'], sizes: [4], seeds: [1], concurrent: 1 };
  const budget = { usd: null, tokens: null, rollouts: null, wallMs: null };
  const expected = {
    usd: 0,
    tokens: 0,
    rollouts: 0,
    calls: 0,
    evaluationRollouts: 0,
    learningMs: 0,
    totalMs: 0,
  };
  const estimate = {
    ...expected,
    cells: 1,
    wallMs: 0,
    basisRuns: 0,
    isPriced: false,
    lanes: 1,
    refusal: null,
  };
  const about = {
    experimentId,
    name: 'Lost',
    settings: { ...settings, budget },
    estimate,
    createdBy: 'test',
  };
  await db.sweep.create({
    data: { id: sweepId, workspaceId, ...about, base: manifest as object, status: 'paused' },
  });
  const cell = { id: cellId, sweepId, position: 0, arm: 'naive', batchSize: 4, seed: 1, estimate: expected };
  await db.sweepCell.create({ data: cell });
  const lost = { charge: { usd: 0, tokens: 0, rollouts: 0 }, result: { result: null, stopReason: null } };
  const attempt = { runId: `run_lost_${made}`, cellId, ordinal: 1, caps: budget, startedBy: 'test' };
  await db.sweepAttempt.create({ data: { ...attempt, ...lost } });
  return { sweepId, cellId };
}

/** A draft report with a comment of the owner's key and a link that shares it. */
export async function seedReport(
  { database: { db }, workspaceId }: TestApi,
  { experimentId, runId, made }: Around,
) {
  const [reportId, commentId, shareId] = [`rep_fresh_${made}`, `cmt_fresh_${made}`, `shr_fresh_${made}`];
  const document = { title: 'Fresh', lead: 'Nothing was measured.', facts: [], sections: [] };
  const about = { kind: 'report', experimentId, subjectId: runId, version: 1, title: 'Fresh' };
  const strategy = composeStrategy(buildReportInput());
  const kept = { strategy, document } as unknown as Prisma.InputJsonObject;
  const content = { hash: strategyHash(strategy), content: kept, createdBy: 'test' };
  await db.strategyReport.create({ data: { id: reportId, workspaceId, ...about, ...content } });
  const comment = { id: commentId, reportId, body: 'Why?', author: 'key owner' };
  await db.reportComment.create({ data: comment });
  const share = { id: shareId, reportId, secretHash: shareId, createdBy: 'test', expiresAt: new Date(8e12) };
  await db.reportShare.create({ data: share });
  return { reportId, commentId, parentId: commentId, shareId };
}

/** A webhook to an address without a listener, with a delivery that was given up. */
export async function seedWebhook({ database: { db }, workspaceId }: TestApi, made: number) {
  const [webhookId, deliveryId] = [`whk_fresh_${made}`, `whd_fresh_${made}`];
  const about = { name: 'Unreachable', url: PRACTICE_URL, shape: 'json', events: [], createdBy: 'test' };
  await createWebhookRow({ id: webhookId, workspaceId, ...about, secret: 'whsec_test' }, db);
  const given = { event: 'canary.verdict', payload: { text: 'It passed.' }, state: 'failed', attempts: 8 };
  await db.webhookDelivery.create({ data: { id: deliveryId, webhookId, ...given } });
  return { webhookId, deliveryId };
}

/** A plan that no worker takes, since it is paused. */
export async function seedPlan(
  { database: { db }, workspaceId }: TestApi,
  of: { readonly experimentId: string; readonly made: number },
): Promise<string> {
  const id = `pln_fresh_${of.made}`;
  const { experimentId } = of;
  await db.runPlan.create({ data: { id, workspaceId, experimentId, status: 'paused', createdBy: 'test' } });
  return id;
}

import { ulid } from 'ulid';
import type { MakeReportInput, ReportView } from '@/lib/contracts/reports';
import type { Actor } from '@/lib/domain/actor';
import { composeStrategy } from '@/lib/report/strategy/compose-strategy';
import { type StrategyContent, strategyHash } from '@/lib/report/strategy/strategy-content';
import { strategyDocument, strategyTitle } from '@/lib/report/strategy/strategy-document';
import { assertStrategy } from '@/lib/report/strategy/validate-strategy';
import { db } from '@/server/db/client';
import type { StrategyReport } from '@/server/db/generated/client';
import { jsonColumn } from '@/server/db/stored-json';
import { createReportRow, findNewestReport, listVersions, lockSubject } from '@/server/repositories/reports';
import { recordAudit } from '@/server/services/audit/record-audit';
import { carryReviewOver } from '@/server/services/promotion/review/carry-review-over';
import { gatherPlan, gatherReport } from './gather-strategy';
import { reportView } from './report-view';

/** Makes a plan or a report: gathered, worded, validated, and kept as a new version where it says something new. */
export async function makeReport(
  actor: Actor<'experiment'>,
  input: MakeReportInput,
): Promise<ReportView & { readonly isNew: boolean }> {
  const gathered =
    input.kind === 'plan'
      ? await gatherPlan(actor, input.experimentId)
      : await gatherReport(actor, input.runId);
  const content = composeStrategy(gathered);
  assertStrategy(content);
  const { row, isNew } = await keep(actor, content);
  return { ...reportView(row, await listVersions(row)), isNew };
}

/** One at a time for a subject, so that versions count without gaps and the same content is kept once. */
function keep(
  actor: Actor,
  content: StrategyContent,
): Promise<{ readonly row: StrategyReport; readonly isNew: boolean }> {
  const { kind, subject } = content;
  const { workspaceId } = actor;
  const about = { workspaceId, kind, subjectId: subject.runId ?? subject.experimentId };
  const hash = strategyHash(content);
  return db().$transaction(async (tx) => {
    await lockSubject(about, tx);
    const newest = await findNewestReport(about, tx);
    if (newest?.hash === hash) return { row: newest, isNew: false };
    const version = (newest?.version ?? 0) + 1;
    const createdAt = new Date();
    const made = { version, createdBy: actor.name, createdAt: createdAt.toISOString() };
    const kept = { strategy: content, document: strategyDocument(content, made) };
    const id = `rep_${ulid()}`;
    const row = await createReportRow(
      {
        ...about,
        id,
        experimentId: subject.experimentId,
        version,
        title: strategyTitle(content),
        hash,
        content: jsonColumn(kept),
        createdBy: actor.name,
        createdAt,
      },
      tx,
    );
    await recordAudit(tx, actor, 'report.made', id, { kind, version, hash, subject: about.subjectId });
    if (newest !== null) await carryReviewOver(tx, actor, { fromId: newest.id, toId: id });
    return { row: newest === null ? row : ((await findNewestReport(about, tx)) ?? row), isNew: true };
  });
}

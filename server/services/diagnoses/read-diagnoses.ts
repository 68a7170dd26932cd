import {
  type DiagnosisDetail,
  type DiagnosisSummary,
  diagnosisDetail,
  diagnosisSummary,
  type ListDiagnosesInput,
} from '@/lib/contracts/diagnoses';
import { serialDiagnosisContent } from '@/lib/contracts/diagnosis-content';
import type { Actor } from '@/lib/domain/actor';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { ReportDocument } from '@/lib/domain/report-document';
import type { SerialDiagnosis } from '@/lib/domain/serial-diagnosis';
import { diagnosisDocument } from '@/lib/report/diagnosis-document';
import type { Diagnosis } from '@/server/db/generated/client';
import {
  type DiagnosisLink,
  findDiagnosedRun,
  findNewestByScope,
  getDiagnosisRow,
  listDiagnosisRows,
} from '@/server/repositories/diagnoses';
import { cutPage } from '@/server/repositories/keyset';
import type { Page } from '@/server/services/datasets/read-datasets';
import { contentOfRun, readSerialCurve } from './serial-curve';

/** Diagnoses to be read. One from before contents were kept gets its content, and with it its hash, from the ledger. */
interface OneDiagnosis {
  readonly diagnosisId: string;
}

export async function listDiagnoses(
  actor: Actor<'read'>,
  { verdict, runId, importedRunId, cursor, limit }: ListDiagnosesInput,
): Promise<Page<DiagnosisSummary>> {
  const rows = await listDiagnosisRows(actor.workspaceId, { verdict, runId, importedRunId, cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit);
  const newest = await findNewestByScope(
    actor.workspaceId,
    items.map(({ scopeHash }) => scopeHash),
  );
  const contents = await Promise.all(items.map(contentOf));
  return {
    items: items.map((row, index) => summaryOf(row, contents[index], newest.get(row.scopeHash))),
    nextCursor,
  };
}

export async function getDiagnosis(
  actor: Actor<'read'>,
  { diagnosisId }: OneDiagnosis,
): Promise<DiagnosisDetail> {
  const row = await getDiagnosisRow(actor.workspaceId, diagnosisId);
  const newest = await findNewestByScope(actor.workspaceId, [row.scopeHash]);
  const content = await contentOf(row);
  const found = canonicalHash(content);
  const hash = row.hash ?? found;
  return diagnosisDetail.parse({
    summary: summaryOf(row, content, newest.get(row.scopeHash)),
    content,
    hash,
    intact: hash === found,
  });
}

export async function readDiagnosisDocument(
  actor: Actor<'read'>,
  input: OneDiagnosis,
): Promise<ReportDocument> {
  const { content, hash, intact, summary } = await getDiagnosis(actor, input);
  return diagnosisDocument(content, { hash, intact, newer: summary.newer });
}

function summaryOf(row: Diagnosis, content: SerialDiagnosis | undefined, newest: DiagnosisLink | undefined) {
  return diagnosisSummary.parse({
    id: row.id,
    verdict: row.verdict,
    reason: row.reason,
    alternatives: content?.alternatives ?? [],
    task: content?.scope.task ?? '',
    method: content?.scope.method ?? '',
    splitHash: content?.scope.splitHash ?? null,
    practice: content?.scope.practice ?? false,
    runId: row.runId,
    importedRunId: row.importedRunId,
    newer:
      newest === undefined || newest.id === row.id
        ? null
        : { id: newest.id, verdict: newest.verdict, madeAt: newest.createdAt.toISOString() },
    createdAt: row.createdAt.toISOString(),
  });
}

async function contentOf(row: Diagnosis): Promise<SerialDiagnosis> {
  const detail = row.detail as Readonly<Record<string, unknown>>;
  const kept = serialDiagnosisContent.safeParse(detail.content);
  return kept.success ? kept.data : rebuilt(row, detail);
}

/** The row holds the verdict with its numbers; the ledger still holds the curve. */
async function rebuilt(row: Diagnosis, detail: Readonly<Record<string, unknown>>): Promise<SerialDiagnosis> {
  const run = row.runId === null ? null : await findDiagnosedRun(row.workspaceId, row.runId);
  const known = run
    ? contentOfRun({ id: row.id, madeAt: row.createdAt, run, curve: await readSerialCurve(run.id) })
    : withoutRun(row);
  const decision = serialDiagnosisContent.shape.decision.safeParse(detail);
  const finding = serialDiagnosisContent.shape.finding.safeParse(detail.finding);
  const alternatives = serialDiagnosisContent.shape.alternatives.safeParse(detail.alternatives);
  return serialDiagnosisContent.parse({
    ...known,
    verdict: row.verdict,
    finding: finding.success ? finding.data : 'unknown',
    reason: row.reason,
    alternatives: alternatives.success ? alternatives.data : [],
    decision: decision.success ? decision.data : null,
  });
}

function withoutRun(row: Diagnosis) {
  const runId = row.runId ?? '';
  return {
    id: row.id,
    madeAt: row.createdAt.toISOString(),
    source: { kind: 'run' as const, runId, label: 'a run that is gone', seed: null },
    scope: {
      task: 'unknown',
      splitHash: null,
      heldOutExamples: null,
      method: 'unknown',
      hardware: [],
      practice: false,
    },
    curve: { unit: 'examples' as const, points: [] },
  };
}

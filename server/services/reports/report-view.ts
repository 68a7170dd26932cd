import type { ReportLineView, ReportView } from '@/lib/contracts/reports';
import type { ReportDocument } from '@/lib/domain/report-document';
import type { ReviewState } from '@/lib/domain/review';
import type { StrategyContent } from '@/lib/report/strategy/strategy-content';
import type { StrategyReport } from '@/server/db/generated/client';
import type { ReportSaid } from '@/server/repositories/reports';

/** Parts of a stored report: the hashed content, and the document drawn from it. */
export interface KeptReport {
  readonly strategy: StrategyContent;
  readonly document: ReportDocument;
}

export const keptIn = ({ content }: Pick<StrategyReport, 'content'>) => content as unknown as KeptReport;

type RowOfList = Omit<StrategyReport, 'content'>;

export function lineView(row: RowOfList, said: ReportSaid): ReportLineView {
  return {
    ...versionView(row),
    kind: row.kind as ReportLineView['kind'],
    experimentId: row.experimentId,
    experimentName: said.experiment,
    runId: said.runId,
    title: row.title,
    headline: said.headline,
    practice: said.practice,
  };
}

function saidIn({ strategy: { subject, practice }, document }: KeptReport): ReportSaid {
  return { experiment: subject.experiment, runId: subject.runId, headline: document.lead, practice };
}

export function reportView(row: StrategyReport, versions: readonly RowOfList[]): ReportView {
  const kept = keptIn(row);
  const { strategy, document } = kept;
  return {
    ...lineView(row, saidIn(kept)),
    isNewest: versions[0]?.id === row.id,
    versions: versions.map(versionView),
    content: { ...strategy },
    document: { ...document },
  };
}

export function versionView(row: RowOfList): ReportView['versions'][number] {
  const { id, version, hash, createdBy } = row;
  const state = row.state as ReviewState;
  return { id, version, state, hash, createdBy, createdAt: row.createdAt.toISOString() };
}

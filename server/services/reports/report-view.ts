import type { ReportLineView, ReportView } from '@/lib/contracts/reports';
import type { ReportDocument } from '@/lib/domain/report-document';
import type { ReviewState } from '@/lib/domain/review';
import type { StrategyContent } from '@/lib/report/strategy/strategy-content';
import { leadOf } from '@/lib/report/strategy/strategy-document';
import type { StrategyReport } from '@/server/db/generated/client';

/** What a row holds: what the hash is over, and the document that it was drawn as. */
export interface KeptReport {
  readonly strategy: StrategyContent;
  readonly document: ReportDocument;
}

export const keptIn = ({ content }: Pick<StrategyReport, 'content'>) => content as unknown as KeptReport;

export function lineView(row: StrategyReport): ReportLineView {
  const { strategy } = keptIn(row);
  return {
    ...versionView(row),
    kind: row.kind as ReportLineView['kind'],
    experimentId: row.experimentId,
    experimentName: strategy.subject.experiment,
    runId: strategy.subject.runId,
    title: row.title,
    headline: leadOf(strategy),
    practice: strategy.practice,
  };
}

export function reportView(
  row: StrategyReport,
  versions: readonly Omit<StrategyReport, 'content'>[],
): ReportView {
  const { strategy, document } = keptIn(row);
  return {
    ...lineView(row),
    isNewest: versions[0]?.id === row.id,
    versions: versions.map(versionView),
    content: strategy as unknown as Record<string, unknown>,
    document: document as unknown as Record<string, unknown>,
  };
}

export function versionView(row: Omit<StrategyReport, 'content'>): ReportView['versions'][number] {
  const { id, version, hash, createdBy } = row;
  const state = row.state as ReviewState;
  return { id, version, state, hash, createdBy, createdAt: row.createdAt.toISOString() };
}

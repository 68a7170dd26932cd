import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import type { DocumentSummary } from '@/lib/domain/report-document';
import { TermList } from './term-list';

interface SummaryCardProps {
  readonly summary: DocumentSummary;
  /** Who signs: people, who are no part of the document. */
  readonly signs?: ReactNode;
}

/** The half page that a decision is made on: verdict, gain, cost, time, recommendation, and who signs. */
export function SummaryCard({ summary: { verdict, tone, terms, warnings }, signs }: SummaryCardProps) {
  return (
    <Card
      title={
        <span className="flex items-center gap-2.5">
          Summary <Badge tone={tone}>{verdict}</Badge>
        </span>
      }
    >
      <div className="flex min-w-0 flex-col gap-3">
        {warnings.map((warning) => (
          <Notice key={warning} tone="bad" title="Do not quote as a headline">
            {warning}
          </Notice>
        ))}
        <TermList terms={terms} />
        {signs === undefined ? null : (
          <div className="grid gap-x-6 gap-y-0.5 text-[0.8125rem] sm:grid-cols-[11rem_minmax(0,1fr)]">
            <p className="text-ink-faint">Signs</p>
            <div className="min-w-0">{signs}</div>
          </div>
        )}
      </div>
    </Card>
  );
}

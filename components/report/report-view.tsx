'use client';

import { Download } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { ReviewPanel } from '@/components/review/review-panel';
import { SectionThreads } from '@/components/review/section-threads';
import { StateBadge } from '@/components/review/state-badge';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { ReportView as ReportOnPage } from '@/lib/contracts/reports';
import type { ReportDocument } from '@/lib/domain/report-document';
import { PRACTICE_LABEL } from '@/lib/view/number-origin';
import { DocumentView } from './document-view';
import { MakeReportButton } from './make-report-button';
import { ReportDiffCard } from './report-diff-card';
import { Signers } from './signers';
import { SummaryCard } from './summary-card';

/** One version of a plan or a report: its sections with their comments, its versions and what changed, its review. */
export function ReportView({ report }: { report: ReportOnPage }) {
  const [against, setAgainst] = useQueryState('against', parseAsString);
  const document = report.document as unknown as ReportDocument;
  const isPlan = report.kind === 'plan';
  const subject = report.runId
    ? ({ kind: 'report', runId: report.runId } as const)
    : ({ kind: 'plan', experimentId: report.experimentId } as const);
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Reports', href: '/reports' },
          { label: report.experimentName, href: `/experiments/${report.experimentId}` },
          ...(report.runId ? [{ label: 'Run', href: `/runs/${report.runId}` }] : []),
        ]}
        title={report.title}
        badges={
          <>
            <Badge>{isPlan ? 'Plan' : 'Report'}</Badge>
            <StateBadge state={report.state} />
            {report.practice ? <Badge tone="info">{PRACTICE_LABEL}</Badge> : null}
          </>
        }
        description={
          <>
            Version {report.version}, made <Time at={report.createdAt} /> by {report.createdBy}.{' '}
            {isPlan ? 'Expected values, each with what it rests on.' : 'Measured values.'}
          </>
        }
        actions={
          <>
            <MakeReportButton subject={subject} label="Make again" />
            {(['md', 'pdf', 'json'] as const).map((format) => (
              <Button asChild key={format}>
                <a href={`/api/v1/reports/${report.id}/document?format=${format}`} download>
                  <Download aria-hidden /> {FORMAT_WORDS[format]}
                </a>
              </Button>
            ))}
          </>
        }
      />
      <div className="flex min-w-0 flex-col gap-4">
        {document.summary === undefined ? (
          <Notice title="Headline">{document.lead}</Notice>
        ) : (
          <SummaryCard
            summary={document.summary}
            signs={<Signers reportId={report.id} reviewHref={`#${REVIEW_ID}`} />}
          />
        )}
        <a
          href={`#${REVIEW_ID}`}
          className="self-start text-[0.8125rem] text-honey-text underline underline-offset-2 lg:hidden print:hidden"
        >
          Contents, review and comments
        </a>
        <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-4">
            {against === null ? null : <ReportDiffCard reportId={report.id} against={against} />}
            <Sections reportId={report.id} document={document} />
          </div>
          <aside
            id={REVIEW_ID}
            aria-label="Contents and review"
            className="flex min-w-0 scroll-mt-16 flex-col gap-4 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto"
          >
            <Contents document={document} />
            <Versions report={report} against={against} onCompare={(id) => setAgainst(id)} />
            <ReviewPanel reportId={report.id} />
          </aside>
        </div>
      </div>
    </>
  );
}

const REVIEW_ID = 'review';
const FORMAT_WORDS = { md: 'Markdown', pdf: 'PDF', json: 'JSON' } as const;

/** A section at a time, so that each can be linked to and talked about; hashes and versions come last. */
function Sections({ reportId, document }: { reportId: string; document: ReportDocument }) {
  return (
    <>
      {document.sections.map((section, index) => (
        <div
          key={section.heading}
          id={`section-${index + 1}`}
          className="flex min-w-0 scroll-mt-16 flex-col gap-2 lg:scroll-mt-4"
        >
          <DocumentView document={{ ...document, facts: [], sections: [section] }} />
          <SectionThreads reportId={reportId} section={index + 1} on={section.heading} />
        </div>
      ))}
      <DocumentView document={{ ...document, sections: [] }} />
    </>
  );
}

function Contents({ document }: { document: ReportDocument }) {
  return (
    <Card title="Contents" className="print:hidden">
      <nav aria-label="Sections" className="flex flex-col gap-1 text-[0.8125rem]">
        {document.sections.map(({ heading }, index) => (
          <a
            key={heading}
            href={`#section-${index + 1}`}
            className="rounded text-ink-soft hover:text-ink hover:underline"
          >
            {heading}
          </a>
        ))}
      </nav>
    </Card>
  );
}

interface VersionsProps {
  readonly report: ReportOnPage;
  readonly against: string | null;
  readonly onCompare: (id: string | null) => void;
}

function Versions({ report, against, onCompare }: VersionsProps) {
  return (
    <Card title="Versions" className="print:hidden">
      <ul className="flex flex-col gap-2 text-[0.8125rem]">
        {report.versions.map((version) => (
          <li key={version.id} className="flex flex-wrap items-center justify-between gap-2">
            {version.id === report.id ? (
              <span className="font-medium text-ink" aria-current="page">
                Version {version.version}
              </span>
            ) : (
              <Link href={`/reports/${version.id}`} className="text-ink-soft hover:text-ink hover:underline">
                Version {version.version}
              </Link>
            )}
            {version.id === report.id ? null : (
              <Button
                size="sm"
                aria-pressed={against === version.id}
                onClick={() => onCompare(against === version.id ? null : version.id)}
              >
                {against === version.id ? 'Stop comparing' : 'Compare'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

import { FileDown } from 'lucide-react';
import { DocumentView } from '@/components/report/document-view';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import type { DiagnosisDetail } from '@/lib/contracts/diagnoses';
import type { ReportDocument } from '@/lib/domain/report-document';
import { standingWord } from '@/lib/view/diagnosis-words';
import { DiagnoseButton } from './diagnose-button';
import { VerdictBadge } from './verdict-badge';

interface DiagnosisViewProps {
  readonly diagnosis: DiagnosisDetail;
  readonly document: ReportDocument;
}

const FILES = [
  { format: 'md', label: 'Markdown' },
  { format: 'pdf', label: 'PDF' },
  { format: 'json', label: 'JSON' },
] as const;

/** One diagnosis as its document says it, with the files of it, and where its curve is from. */
export function DiagnosisView({ diagnosis: { content, summary }, document }: DiagnosisViewProps) {
  const { newer } = summary;
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Experiments', href: '/experiments' },
          { label: 'Diagnoses', href: '/diagnoses' },
        ]}
        title={document.title}
        description={document.lead}
        badges={
          <>
            <VerdictBadge verdict={summary.verdict} />
            <Badge>{standingWord(summary.verdict, newer)}</Badge>
            {summary.practice ? <Badge tone="info">practice model</Badge> : null}
          </>
        }
        actions={
          <>
            {FILES.map(({ format, label }) => (
              <Button key={format} asChild>
                <a href={`/api/v1/diagnoses/${summary.id}/document?format=${format}`} download>
                  <FileDown aria-hidden /> {label}
                </a>
              </Button>
            ))}
            <DiagnoseButton source={content.source} />
          </>
        }
      />
      <p className="mb-4 text-[0.8125rem] text-ink-soft">
        Read from{' '}
        <Link href={sourceHref(content.source)} className="underline underline-offset-2">
          {content.source.kind === 'run' ? content.source.label : content.source.name}
        </Link>
        {newer === null ? null : (
          <>
            {' · '}
            <Link href={`/diagnoses/${newer.id}`} className="underline underline-offset-2">
              Read the newest diagnosis, which binds
            </Link>
          </>
        )}
      </p>
      <DocumentView document={document} />
    </>
  );
}

function sourceHref(source: DiagnosisDetail['content']['source']): string {
  return source.kind === 'run' ? `/runs/${source.runId}` : `/imported-runs/${source.importedRunId}`;
}

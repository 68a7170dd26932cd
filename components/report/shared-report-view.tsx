import { Download } from 'lucide-react';
import { DocumentView } from '@/components/report/document-view';
import { SummaryCard } from '@/components/report/summary-card';
import { StateBadge } from '@/components/review/state-badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { Logo } from '@/components/ui/logo';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { SharedReport } from '@/lib/domain/review';

const FILES = [
  { format: 'pdf', label: 'PDF' },
  { format: 'md', label: 'Markdown' },
] as const;

/** A report for readers without an account: its text, the state of its review, and no way into the workspace. */
export function SharedReportView({ shared, filePath }: { shared: SharedReport; filePath: string }) {
  return (
    <main className="mx-auto w-full min-w-0 max-w-[64rem] px-4 pt-5 pb-16 md:px-8">
      <p className="mb-5 flex items-center gap-2 text-ink-faint text-xs">
        <Logo className="size-5" /> Shared from Waggle, read-only
      </p>
      <PageHeader
        isOutside
        title={shared.document.title}
        badges={<StateBadge state={shared.state} />}
        description={shared.document.summary === undefined ? shared.document.lead : undefined}
        actions={FILES.map(({ format, label }) => (
          <Button key={format} asChild>
            <a href={`${filePath}?format=${format}`} download>
              <Download aria-hidden /> {label}
            </a>
          </Button>
        ))}
      />
      <div className="flex min-w-0 flex-col gap-4">
        {shared.document.summary === undefined ? null : <SummaryCard summary={shared.document.summary} />}
        <Card>
          <DefinitionList
            items={[
              {
                term: 'Version',
                value: `${shared.version}, ${shared.isNewest ? 'the newest' : 'there is a newer one'}`,
              },
              { term: 'Link expires', value: <Time at={shared.expiresAt} /> },
            ]}
          />
        </Card>
        <DocumentView document={shared.document} />
      </div>
    </main>
  );
}

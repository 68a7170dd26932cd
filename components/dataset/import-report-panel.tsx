import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import type { TraceOrigin } from '@/lib/domain/trace-examples';
import { describeSource } from '@/lib/view/field-source';
import { FILE_FORMAT_WORDS } from '@/lib/view/import-words';
import { formatCount, plural } from '@/lib/view/numbers';
import { describeChoice } from '@/lib/view/privacy-words';
import { traceFilterQuery, traceFilterWords } from '@/lib/view/trace-filter-address';
import { FaultList } from './fault-list';
import { LabelNotice } from './label-notice';
import { TraceOriginFacts } from './trace-origin';

/** How the files became examples, as the importer reported it then. */
export function ImportReportPanel({ dataset }: { dataset: DatasetDetail }) {
  const report = dataset.importReport;
  if (report === null)
    return <Notice>This set was made by the product itself, so there is no report of an import.</Notice>;
  const mapping = Object.entries(report.mapping).filter(([, source]) => source !== null);
  return (
    <div className="flex flex-col gap-4">
      <Card title="What was imported?">
        <DefinitionList
          items={[
            ...report.files.map((file) => ({
              term: file.name,
              value: `${plural(file.records, 'record')}, ${FILE_FORMAT_WORDS[file.format]}`,
            })),
            { term: 'Examples', value: formatCount(report.examples) },
            { term: 'Duplicates left out', value: formatCount(report.duplicateCount) },
            ...(report.privacy
              ? [{ term: 'Personal or secret data', value: describeChoice(report.privacy) }]
              : []),
            ...mapping.map(([field, source]) => ({ term: `Field ${field}`, value: describeSource(source) })),
          ]}
        />
      </Card>
      {report.traces ? <FromTraces origin={report.traces} /> : null}
      <LabelNotice labels={report.labels} />
      {report.duplicates.length > 0 ? (
        <Card title={plural(report.duplicateCount, 'duplicate')} description="The first of each is kept.">
          <ul className="max-h-60 overflow-y-auto font-mono text-xs">
            {report.duplicates.map((one) => (
              <li key={one.where} className="py-0.5 text-ink-faint">
                {one.where} says the same as {one.firstWhere}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {report.faultCount > 0 ? <FaultList faults={report.faults} count={report.faultCount} /> : null}
    </div>
  );
}

function FromTraces({ origin }: { readonly origin: TraceOrigin }) {
  const query = traceFilterQuery(origin.filter);
  const words = traceFilterWords(origin.filter);
  return (
    <Card
      title="Made from traces"
      description={
        <>
          {formatCount(origin.matched)} matched{origin.isCut ? ', the newest' : ''}:{' '}
          <Link href={query === '' ? '/traces' : `/traces?${query}`} className="underline underline-offset-2">
            {words.length === 0 ? 'all traces' : words.join(', ')}
          </Link>
        </>
      }
    >
      <TraceOriginFacts origin={origin} />
    </Card>
  );
}

'use client';

import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Progress } from '@/components/ui/progress';
import type { DatasetImportView } from '@/lib/contracts/dataset-imports';
import { importLine, isImportLive } from '@/lib/view/import-progress';
import { CancelImport } from './cancel-import';
import { FaultList } from './fault-list';

/** One import in the background: how far it is, what is left, and why it failed. */
export function ImportProgress({ running }: { readonly running: DatasetImportView }) {
  const { problem } = running;
  const title = running.name || 'Import';
  if (problem !== null)
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="bad" urgent title={`${title}: ${problem.detail}`}>
          <ul className="mt-1 list-disc pl-4">
            {stepsOf(problem).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </Notice>
        {problem.code === 'IMPORT_REJECTED' && running.faultCount > 0 ? (
          <FaultList
            faults={problem.fields.map(({ path, message }) => ({ where: path, message }))}
            count={running.faultCount}
          />
        ) : null}
      </div>
    );
  return (
    <Card
      title={title}
      description={running.files.join(', ')}
      actions={isImportLive(running) ? <CancelImport importId={running.id} title={title} /> : null}
    >
      {running.state === 'cancelled' ? null : (
        <Progress
          label={`Progress of ${title}`}
          value={Math.round(running.progress * 100)}
          max={100}
          tone={running.state === 'finished' ? 'good' : 'honey'}
        />
      )}
      <p role="status" className="numbers mt-2 text-[0.8125rem] text-ink-soft">
        {importLine(running)}{' '}
        {running.datasetId === null ? null : (
          <Link className="underline underline-offset-2" href={`/datasets/${running.datasetId}`}>
            Open data set
          </Link>
        )}
      </p>
    </Card>
  );
}

/** Where personal data was found, for the choice that the form asks; its words for the API would mislead here. */
function stepsOf({
  code,
  fields,
  howToProceed,
}: NonNullable<DatasetImportView['problem']>): readonly string[] {
  if (code !== 'PII_IN_PROMPT') return howToProceed;
  return [
    ...fields.map(({ message }) => message),
    'Choose above what happens to personal data, then import again.',
  ];
}

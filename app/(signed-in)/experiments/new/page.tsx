import type { Metadata } from 'next';
import { ExperimentForm } from '@/components/experiment/experiment-form';
import { identifier } from '@/lib/contracts/identifier';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getImportedRun } from '@/server/services/imported-runs/read-imported-runs';

export const metadata: Metadata = { title: 'New experiment' };

interface NewExperimentPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** With `?imported=` it begins from the last prompt of that imported run, with `?dataset=` on that data set. */
export default async function NewExperimentPage({ searchParams }: NewExperimentPageProps) {
  const { imported, dataset } = await searchParams;
  const [runId, datasetId] = [identifier.safeParse(imported), identifier.safeParse(dataset)];
  return (
    <ExperimentForm
      seed={runId.success ? await seedOf(runId.data) : null}
      datasetId={datasetId.success ? datasetId.data : null}
    />
  );
}

async function seedOf(importedRunId: string) {
  const run = await getImportedRun(await requireActor(), { importedRunId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) return null;
    throw error;
  });
  return run?.finalPrompt
    ? { text: run.finalPrompt, name: run.name, href: `/imported-runs/${run.id}` }
    : null;
}

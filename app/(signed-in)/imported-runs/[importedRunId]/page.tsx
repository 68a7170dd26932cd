import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ImportedRunView } from '@/components/imported-run/imported-run-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getImportedRun } from '@/server/services/imported-runs/read-imported-runs';

export const metadata: Metadata = { title: 'Imported run' };

interface ImportedRunPageProps {
  readonly params: Promise<{ readonly importedRunId: string }>;
}

export default async function ImportedRunPage({ params }: ImportedRunPageProps) {
  const { importedRunId } = await params;
  const run = await getImportedRun(await requireActor(), { importedRunId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <ImportedRunView run={run} />;
}

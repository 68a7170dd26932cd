import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ExperimentDetailView } from '@/components/experiment/experiment-detail-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getExperiment } from '@/server/services/experiments/read-experiments';

export const metadata: Metadata = { title: 'Experiment' };

interface ExperimentPageProps {
  readonly params: Promise<{ readonly experimentId: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** With `?run=plan` it begins with the plan of a run, which starts nothing by itself. */
export default async function ExperimentPage({ params, searchParams }: ExperimentPageProps) {
  const { experimentId } = await params;
  const experiment = await getExperiment(await requireActor(), { experimentId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <ExperimentDetailView initial={experiment} asksToRun={(await searchParams).run === 'plan'} />;
}

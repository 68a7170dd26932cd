import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ConfigurationDifferenceView } from '@/components/experiment/configuration-difference-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getExperiment } from '@/server/services/experiments/read-experiments';

export const metadata: Metadata = { title: 'Compare settings' };

interface DifferencePageProps {
  readonly params: Promise<{ readonly experimentId: string }>;
}

export default async function DifferencePage({ params }: DifferencePageProps) {
  const { experimentId } = await params;
  const experiment = await getExperiment(await requireActor(), { experimentId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <ConfigurationDifferenceView experiment={experiment} />;
}

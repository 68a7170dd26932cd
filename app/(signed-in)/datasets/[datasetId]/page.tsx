import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DatasetDetailView } from '@/components/dataset/dataset-detail-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getDataset } from '@/server/services/datasets/read-datasets';

export const metadata: Metadata = { title: 'Data set' };

interface DatasetPageProps {
  readonly params: Promise<{ readonly datasetId: string }>;
}

export default async function DatasetPage({ params }: DatasetPageProps) {
  const { datasetId } = await params;
  const dataset = await getDataset(await requireActor(), { datasetId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <DatasetDetailView initial={dataset} />;
}

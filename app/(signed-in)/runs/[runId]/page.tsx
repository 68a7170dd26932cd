import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { preload } from 'react-dom';
import { RunView } from '@/components/run/run-view';
import { addressOf } from '@/lib/contracts/operation-address';
import { readRunSnapshot } from '@/lib/contracts/run-reading';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getRun } from '@/server/services/runs/read-runs';

export const metadata: Metadata = { title: 'Run' };

interface RunPageProps {
  readonly params: Promise<{ readonly runId: string }>;
}

export default async function RunPage({ params }: RunPageProps) {
  const { runId } = await params;
  const run = await getRun(await requireActor(), { runId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  // On its way while the page wakes up, whose first question it is.
  preload(addressOf(readRunSnapshot.path, { runId }), { as: 'fetch', crossOrigin: 'anonymous' });
  return <RunView key={run.id} initial={run} />;
}

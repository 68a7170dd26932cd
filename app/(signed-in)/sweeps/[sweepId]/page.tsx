import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SweepView } from '@/components/sweep/sweep-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { readSweep } from '@/server/services/sweeps/read-sweep';

export const metadata: Metadata = { title: 'Sweep' };

interface SweepPageProps {
  readonly params: Promise<{ readonly sweepId: string }>;
}

export default async function SweepPage({ params }: SweepPageProps) {
  const { sweepId } = await params;
  const sweep = await readSweep(await requireActor(), { sweepId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <SweepView initial={sweep} />;
}

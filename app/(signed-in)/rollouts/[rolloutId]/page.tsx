import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { RolloutView } from '@/components/trajectory/rollout-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getRollout } from '@/server/services/rollouts/read-rollouts';

export const metadata: Metadata = { title: 'Rollout' };

interface RolloutPageProps {
  readonly params: Promise<{ readonly rolloutId: string }>;
}

export default async function RolloutPage({ params }: RolloutPageProps) {
  const { rolloutId } = await params;
  const rollout = await getRollout(await requireActor(), { rolloutId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <RolloutView key={rollout.id} initial={rollout} />;
}

import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { CanaryView } from '@/components/canary/canary-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { systemClock } from '@/server/observability/system-clock';
import { readCanary } from '@/server/services/promotion/read/read-canaries';

export const metadata: Metadata = { title: 'Canary' };

interface CanaryPageProps {
  readonly params: Promise<{ readonly canaryId: string }>;
}

export default async function CanaryPage({ params }: CanaryPageProps) {
  const { canaryId } = await params;
  const canary = await readCanary(await requireActor(), { canaryId }, systemClock).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <CanaryView initial={canary} />;
}

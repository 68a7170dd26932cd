import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { IntakeView } from '@/components/intake/intake-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getIntake } from '@/server/services/intakes/manage-intakes';

export const metadata: Metadata = { title: 'Guided set-up' };

interface IntakePageProps {
  readonly params: Promise<{ readonly intakeId: string }>;
}

export default async function IntakePage({ params }: IntakePageProps) {
  const { intakeId } = await params;
  const intake = await getIntake(await requireActor(), { intakeId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <IntakeView initial={intake} />;
}

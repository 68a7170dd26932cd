import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SlotView } from '@/components/slot/slot-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getSlot } from '@/server/services/promotion/slot/manage-slots';

export const metadata: Metadata = { title: 'Slot' };

interface SlotPageProps {
  readonly params: Promise<{ readonly slotId: string }>;
}

export default async function SlotPage({ params }: SlotPageProps) {
  const { slotId } = await params;
  const slot = await getSlot(await requireActor(), { slotId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <SlotView initial={slot} />;
}

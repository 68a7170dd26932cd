import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SlotView } from '@/components/slot/slot-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { readRehearsal } from '@/server/services/promotion/practice/read-rehearsal';
import { getSlot } from '@/server/services/promotion/slot/manage-slots';

export const metadata: Metadata = { title: 'Slot' };

interface SlotPageProps {
  readonly params: Promise<{ readonly slotId: string }>;
}

export default async function SlotPage({ params }: SlotPageProps) {
  const { slotId } = await params;
  const actor = await requireActor();
  const slot = await getSlot(actor, { slotId }).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  const { rehearsal } = await readRehearsal(actor);
  return <SlotView initial={slot} rehearsed={rehearsal} />;
}

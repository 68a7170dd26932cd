import type { Metadata } from 'next';
import { SlotListView } from '@/components/slot/slot-list-view';

export const metadata: Metadata = { title: 'Slots' };

export default function SlotsPage() {
  return <SlotListView />;
}

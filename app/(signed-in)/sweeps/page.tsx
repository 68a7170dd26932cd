import type { Metadata } from 'next';
import { SweepListView } from '@/components/sweep/sweep-list-view';

export const metadata: Metadata = { title: 'Sweeps' };

export default function SweepsPage() {
  return <SweepListView />;
}

import type { Metadata } from 'next';
import { ExperimentListView } from '@/components/experiment/experiment-list-view';

export const metadata: Metadata = { title: 'Experiments' };

export default function ExperimentsPage() {
  return <ExperimentListView />;
}

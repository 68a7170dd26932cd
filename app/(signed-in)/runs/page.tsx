import type { Metadata } from 'next';
import { RunListView } from '@/components/run/run-list-view';

export const metadata: Metadata = { title: 'Runs' };

export default function RunsPage() {
  return <RunListView />;
}

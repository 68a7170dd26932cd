import type { Metadata } from 'next';
import { ImportedRunListView } from '@/components/imported-run/imported-run-list-view';

export const metadata: Metadata = { title: 'Imported runs' };

export default function ImportedRunsPage() {
  return <ImportedRunListView />;
}

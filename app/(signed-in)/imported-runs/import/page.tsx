import type { Metadata } from 'next';
import { ImportRunView } from '@/components/imported-run/import-run-view';

export const metadata: Metadata = { title: 'Import a run' };

export default function ImportRunPage() {
  return <ImportRunView />;
}

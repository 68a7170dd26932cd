import type { Metadata } from 'next';
import { ImportView } from '@/components/dataset/import-view';

export const metadata: Metadata = { title: 'Import a data set' };

export default function ImportPage() {
  return <ImportView />;
}

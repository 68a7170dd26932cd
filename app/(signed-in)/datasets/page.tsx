import type { Metadata } from 'next';
import { DatasetListView } from '@/components/dataset/dataset-list-view';

export const metadata: Metadata = { title: 'Data sets' };

export default function DatasetsPage() {
  return <DatasetListView />;
}

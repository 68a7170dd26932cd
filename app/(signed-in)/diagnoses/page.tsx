import type { Metadata } from 'next';
import { DiagnosisListView } from '@/components/diagnosis/diagnosis-list-view';

export const metadata: Metadata = { title: 'Diagnoses' };

export default function DiagnosesPage() {
  return <DiagnosisListView />;
}

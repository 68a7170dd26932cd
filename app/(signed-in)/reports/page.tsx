import type { Metadata } from 'next';
import { ReportListView } from '@/components/report/report-list-view';

export const metadata: Metadata = { title: 'Plans and reports' };

export default function ReportsPage() {
  return <ReportListView />;
}

import type { Metadata } from 'next';
import { IntakeListView } from '@/components/intake/intake-list-view';

export const metadata: Metadata = { title: 'Guided set-up' };

export default function IntakesPage() {
  return <IntakeListView />;
}

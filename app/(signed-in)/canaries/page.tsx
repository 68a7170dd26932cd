import type { Metadata } from 'next';
import { CanaryListView } from '@/components/canary/canary-list-view';

export const metadata: Metadata = { title: 'Canaries' };

export default function CanariesPage() {
  return <CanaryListView />;
}

import type { Metadata } from 'next';
import { RefusalsView } from '@/components/tour/refusals-view';

export const metadata: Metadata = { title: 'Refusals' };

export default function RefusalsPage() {
  return <RefusalsView />;
}

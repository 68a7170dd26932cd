import type { Metadata } from 'next';
import { ParetoView } from '@/components/pareto/pareto-view';

export const metadata: Metadata = { title: 'Pareto' };

export default function ParetoPage() {
  return <ParetoView />;
}

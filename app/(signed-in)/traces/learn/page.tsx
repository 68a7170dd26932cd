import type { Metadata } from 'next';
import { LearnView } from '@/components/trace/learn-view';

export const metadata: Metadata = { title: 'Learn from traces' };

export default function LearnPage() {
  return <LearnView />;
}

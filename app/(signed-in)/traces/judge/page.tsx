import type { Metadata } from 'next';
import { JudgePageView } from '@/components/trace/judge-page-view';

export const metadata: Metadata = { title: 'Judge traces' };

export default function JudgePage() {
  return <JudgePageView />;
}

import type { Metadata } from 'next';
import { ScoreView } from '@/components/trace/score-view';

export const metadata: Metadata = { title: 'Score traces' };

export default function ScorePage() {
  return <ScoreView />;
}

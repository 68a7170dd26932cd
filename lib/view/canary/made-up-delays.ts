import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { PromptWeightView } from '@/lib/contracts/prompt-weight';
import { latencySentence } from './progress-lines';

/** Latency of a prompt that was learned on the practice model: the card and the check say what the verdict says. */
const MADE_UP = 'Delays of the practice model are made up.';

export const hasMadeUpDelays = ({ latency }: Pick<PromptWeightView, 'latency'>): boolean =>
  latency.state === 'notMeasured' && latency.reason === 'practice';

export function latencyDescription(latency: CanaryDetail['latency'], isMadeUp: boolean): string {
  const sentence = latencySentence(latency);
  return isMadeUp && latency.pairs > 0 ? `${sentence} ${MADE_UP}` : sentence;
}

export function healthWithDelays(health: CanaryDetail['health'], isMadeUp: boolean): CanaryDetail['health'] {
  if (!isMadeUp) return health;
  return health.map((finding) =>
    finding.check === 'latency' ? { ...finding, sentence: `${finding.sentence} ${MADE_UP}` } : finding,
  );
}

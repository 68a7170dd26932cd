import type { Variant } from './bucketing';

/**
 * The outcome of the answer that the caller's user got. An exposure of a pair has two answers, of which the user got the
 * live one; any other exposure has one, and a caller who names its side wrongly outside of a canary means that one.
 */
export function ownOutcome<Outcome>(
  { stage, variant }: { readonly stage: 'shadow' | 'liveStep' | 'watch' | null; readonly variant: Variant },
  { incumbent, challenger }: { readonly incumbent?: Outcome; readonly challenger?: Outcome },
): Outcome | undefined {
  const isPair = variant === 'challenger' && (stage === 'shadow' || stage === 'watch');
  if (isPair) return stage === 'shadow' ? incumbent : challenger;
  const [own, other] = variant === 'challenger' ? [challenger, incumbent] : [incumbent, challenger];
  return own ?? other;
}

import type { RunContext } from '@/lib/engine/run-context';
import type { StopDecision } from './stopping';

/** The most of 20 rollouts in a row. */
const NOT_INJECTED_MAX = 2;

/**
 * A run stops when its agent does not use the prompt: what it would learn and measure says nothing of it. Asked after each
 * measurement and iteration, and journaled.
 */
export async function promptNotSeen(
  { manifest, journal, asker }: Pick<RunContext, 'manifest' | 'journal' | 'asker'>,
  iteration: number,
): Promise<StopDecision> {
  if (manifest.agent === undefined) return { stop: false };
  const key = { iteration, kind: 'promptNotSeen', ordinal: 0 };
  const { notInjected, rollouts } = await journal.decide(key, () => ({ ...asker.notInjected() }));
  if (notInjected <= NOT_INJECTED_MAX) return { stop: false };
  return { stop: true, reason: 'promptNotSeen', numbers: { notInjected, rollouts } };
}

import type { RolloutLimits } from '@/lib/domain/agent';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { CallPurpose } from '@/lib/domain/model-role';
import { invariant } from '@/lib/errors/invariant';
import { isTraceCall } from './trace-call';

/**
 * The calls that an agent answers instead of the serving model: those of an answer, in training and on held-out. Such a
 * call goes the way of every call through journal, budget and lanes; its one message holds what the agent is given
 * (`methods/agent`), and the most that it may cost are the limits of a rollout.
 */
export function isAgentCall(
  { agent, traces }: Pick<RunManifest, 'agent' | 'traces'>,
  purpose: CallPurpose,
): boolean {
  if (agent === undefined || isTraceCall({ traces }, purpose)) return false;
  return purpose === 'generate' || purpose === 'evaluate';
}

/**
 * The serving model as an agent's calls use it. How long accelerators work for an agent is not measured, and where its
 * calls are not proxied the model is unknown: only what the agent reports has a price.
 */
export function agentBinding({ agent, models }: Pick<RunManifest, 'agent' | 'models'>): ModelBinding {
  const binding = { ...models.serving, acceleratorsPerCall: null };
  if (agent?.settings.proxied) return binding;
  return { ...binding, usdPerMillionIn: null, usdPerMillionOut: null, usdPerMillionCached: null };
}

/** The most that one rollout may take. Without a cap in dollars, all its tokens at the dearer price. */
export function rolloutCeiling(manifest: Pick<RunManifest, 'agent' | 'models'>): {
  readonly tokens: number;
  readonly usd: number;
} {
  const limits = limitsOf(manifest);
  const { usdPerMillionIn, usdPerMillionOut } = manifest.models.serving;
  const dearest = Math.max(usdPerMillionIn ?? 0, usdPerMillionOut ?? 0);
  return { tokens: limits.tokens, usd: limits.usd ?? (limits.tokens * dearest) / 1e6 };
}

export function limitsOf({ agent }: Pick<RunManifest, 'agent'>): RolloutLimits {
  invariant(agent, 'Only a run with an agent has rollouts with limits.');
  return agent.settings.limits;
}

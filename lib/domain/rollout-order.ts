import type { z } from 'zod';
import type { AgentSettings } from './agent';
import type { EnvironmentRef } from './environment-ref';
import type { Immutable } from './immutable';
import type { ModelBinding } from './manifest';
import type { rolloutOrder } from './rollout-order-schema';

export type RolloutOrder = Immutable<z.output<typeof rolloutOrder>>;

/** Why an attempt of a rollout has a row. */
export const ROLLOUT_PURPOSES = ['training', 'measurement', 'test', 'again'] as const;
export type RolloutPurpose = (typeof ROLLOUT_PURPOSES)[number];

/**
 * `queued` = no worker has taken it; `lost` = the worker that carried it is gone; `stopped` = the run was paused or a person
 * cancelled. Only `running` takes model calls, heartbeats and an outcome.
 */
export const ROLLOUT_STATUSES = [
  'queued',
  'running',
  'completed',
  'failed',
  'limit',
  'stopped',
  'lost',
] as const;
export type RolloutStatus = (typeof ROLLOUT_STATUSES)[number];

/** The order of an attempt from the version of its agent; a component without a text keeps its initial one. */
export function rolloutOrderOf({
  settings,
  components,
  model,
  seed,
  environment,
  expected,
}: OrderParts): RolloutOrder {
  return {
    components: settings.components.map(({ name, injection, initialText }) => ({
      ...{ name, injection },
      text: components[name] ?? initialText,
    })),
    limits: settings.limits,
    model: settings.proxied ? model : null,
    seed,
    ...(environment && { environment }),
    ...(expected !== undefined && { expected }),
  };
}

interface OrderParts {
  readonly settings: AgentSettings;
  readonly components: Readonly<Record<string, string>>;
  readonly model: ModelBinding | null;
  readonly seed: number;
  readonly environment?: EnvironmentRef | undefined;
  readonly expected?: string | undefined;
}

import type { AgentSettings, InjectionWay, RolloutLimits } from './agent';
import type { ModelBinding } from './manifest';

/**
 * What the recording proxy needs to know of a rollout: written with the row of the attempt by the worker that starts it,
 * read by the serving process, never sent to the agent.
 */
export interface RolloutOrder {
  readonly components: readonly {
    readonly name: string;
    readonly injection: InjectionWay;
    readonly text: string;
  }[];
  readonly limits: RolloutLimits;
  /** Model and sampling that its calls are pinned to; null = its calls are not proxied. */
  readonly model: ModelBinding | null;
  readonly seed: number;
}

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
export function rolloutOrderOf({ settings, components, model, seed }: OrderParts): RolloutOrder {
  return {
    components: settings.components.map(({ name, injection, initialText }) => ({
      ...{ name, injection },
      text: components[name] ?? initialText,
    })),
    limits: settings.limits,
    model: settings.proxied ? model : null,
    seed,
  };
}

interface OrderParts {
  readonly settings: AgentSettings;
  readonly components: Readonly<Record<string, string>>;
  readonly model: ModelBinding | null;
  readonly seed: number;
}

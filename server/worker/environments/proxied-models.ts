import type { RolloutJob } from '@/lib/domain/rollout-documents';
import { invariant } from '@/lib/errors/invariant';
import { guardedConnection } from '@/server/adapters/guarded-fetch';
import { type AskModel, askModelOf } from '../tool-loop/ask-model';

/** Model calls of agents within the worker, through the recording proxy as any other agent's. */
export function proxiedModels(proxyUrl: string, rolloutsMax: number): (job: RolloutJob) => AskModel {
  const proxyHost = new URL(proxyUrl).hostname.replace(/^\[(.+)\]$/, '$1');
  const connection = guardedConnection(rolloutsMax, [proxyHost]);
  return ({ model }) => {
    invariant(model, 'The calls of an agent in an environment are proxied.');
    return askModelOf(model, connection);
  };
}

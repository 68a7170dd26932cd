import { config } from '@/server/config/config';
import type { ReadCalls } from '@/server/services/rollouts/opened-trajectories';
import { recordedCalls } from '@/server/serving/rollouts/recorded-calls';

/** Port and adapter of the recorded calls of a rollout meet here; services take the port. */
export const readRolloutCalls: ReadCalls = (pool, attempt, order) =>
  recordedCalls(pool, attempt, order, config().secret);

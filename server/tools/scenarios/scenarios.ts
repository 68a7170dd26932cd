import { huge } from '@/server/tools/scenarios/huge/huge';
import { collapsed } from './collapsed';
import { FAILED_CANARY } from './failed-canary';
import { firstRun } from './first-run';
import { LIVE_RUN } from './live-run';
import type { Scenario } from './scenario';
import { sweepScenario } from './sweep';
import { TRAJECTORIES } from './trajectories';

/** Every scenario that can be asked for by name. */
export const SCENARIOS: readonly Scenario[] = [
  firstRun(),
  LIVE_RUN,
  sweepScenario(),
  collapsed(),
  FAILED_CANARY,
  TRAJECTORIES,
  huge(),
];

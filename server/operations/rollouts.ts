import * as rollouts from '@/lib/contracts/rollouts';
import { downloadOf } from '@/server/http/download';
import { readRolloutCalls } from '@/server/http/rollout-calls';
import { serve } from '@/server/http/serve';
import { compareRollouts } from '@/server/services/rollouts/compare-rollouts';
import { getRollout, listAlikeRollouts } from '@/server/services/rollouts/read-rollouts';
import {
  exportTrajectory,
  listTrajectorySteps,
  readTrajectory,
  searchTrajectory,
} from '@/server/services/rollouts/read-trajectory';
import { runRolloutAgain } from '@/server/services/rollouts/run-again';

/** Rollouts of agents and their trajectories. */
export const served = [
  serve(rollouts.getRollout, getRollout),
  serve(rollouts.readTrajectory, (actor, input) => readTrajectory(actor, input, readRolloutCalls)),
  serve(rollouts.listTrajectorySteps, (actor, input) => listTrajectorySteps(actor, input, readRolloutCalls)),
  serve(rollouts.searchTrajectory, (actor, input) => searchTrajectory(actor, input, readRolloutCalls)),
  serve(rollouts.exportTrajectory, async (actor, input) => {
    const { filename, text } = await exportTrajectory(actor, input, readRolloutCalls);
    return downloadOf({ filename, lines: linesOf(text) }, 'application/json; charset=utf-8');
  }),
  serve(rollouts.listAlikeRollouts, listAlikeRollouts),
  serve(rollouts.compareRollouts, (actor, input) => compareRollouts(actor, input, readRolloutCalls)),
  serve(rollouts.runRolloutAgain, runRolloutAgain),
];

async function* linesOf(text: string): AsyncGenerator<string> {
  yield text;
}

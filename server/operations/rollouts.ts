import * as rollouts from '@/lib/contracts/rollouts';
import { downloadOf } from '@/server/http/download';
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
  serve(rollouts.readTrajectory, readTrajectory),
  serve(rollouts.listTrajectorySteps, listTrajectorySteps),
  serve(rollouts.searchTrajectory, searchTrajectory),
  serve(rollouts.exportTrajectory, async (actor, input) => {
    const { filename, text } = await exportTrajectory(actor, input);
    return downloadOf({ filename, lines: linesOf(text) }, 'application/json; charset=utf-8');
  }),
  serve(rollouts.listAlikeRollouts, listAlikeRollouts),
  serve(rollouts.compareRollouts, compareRollouts),
  serve(rollouts.runRolloutAgain, runRolloutAgain),
];

async function* linesOf(text: string): AsyncGenerator<string> {
  yield text;
}

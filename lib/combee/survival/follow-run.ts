import type { SurvivalThresholds } from '@/lib/domain/survival';
import type { FollowedIteration } from '@/lib/domain/survival-facts';
import { followIteration } from './follow-iteration';
import type { IterationRoad } from './road';
import { watchPrompt } from './watch-prompt';
import { makeReader } from './written-lines';

/**
 * Follows insights through a whole run, iteration by iteration. Cost: no call; per iteration the vectors of new texts
 * and, where wordings differ, at most COMPARED_MAX products of 512 numbers a line and stage.
 */
export interface RunFollower {
  follow(road: IterationRoad): FollowedIteration;
}

export function followRun(thresholds: SurvivalThresholds): RunFollower {
  const reader = makeReader();
  const watch = watchPrompt({ thresholds, reader });
  return {
    follow(road) {
      const { followed, watched } = followIteration(road, { thresholds, reader });
      const change = watch.look(road.after);
      watch.add(watched);
      reader.forget();
      return { ...followed, ...change };
    },
  };
}

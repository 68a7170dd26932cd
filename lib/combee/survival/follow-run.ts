import type { SurvivalThresholds } from '@/lib/domain/survival';
import type { FollowedIteration } from '@/lib/domain/survival-facts';
import { followIteration } from './follow-iteration';
import type { IterationRecord } from './iteration-record';
import { watchPrompt } from './watch-prompt';
import { makeReader } from './written-lines';

/**
 * Follows insights through a whole run, iteration by iteration. Cost: no call; per iteration the vectors of new texts
 * and, where wordings differ, at most COMPARED_MAX products of 512 numbers a line and stage.
 */
export interface RunFollower {
  follow(record: IterationRecord): FollowedIteration;
}

export function followRun(thresholds: SurvivalThresholds): RunFollower {
  const reader = makeReader();
  const watch = watchPrompt({ thresholds, reader });
  return {
    follow(record) {
      const { followed, watched } = followIteration(record, { thresholds, reader });
      const change = watch.look(record.after);
      watch.add(watched);
      reader.forget();
      return { ...followed, ...change };
    },
  };
}

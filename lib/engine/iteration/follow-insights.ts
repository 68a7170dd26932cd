import { followRun } from '@/lib/combee/survival/follow-run';
import { recordIterations } from '@/lib/combee/survival/record-iterations';
import type { RunManifest } from '@/lib/domain/manifest';
import type { SurvivalPoint } from '@/lib/domain/survival';
import type { FactSink } from '@/lib/engine/fact-sink';

/**
 * Insight survival while the run goes: listens to what the loop states, and states what became of an iteration's
 * insights once it is closed. Every kind of barrier and every search state the same facts, so all are followed alike.
 * Makes no decisions and no calls; a replay that states the same facts comes to the same.
 */
export interface InsightFollower {
  readonly facts: FactSink;
  /** After the iteration's closing was stated. */
  closed(at: { readonly iteration: number; readonly before: string; readonly after: string }): void;
  /** Survival measurements that may decide the batch size. */
  points(): readonly SurvivalPoint[];
}

/** Null where the manifest does not ask for it. */
export function followInsights({ survival }: RunManifest, facts: FactSink): InsightFollower | null {
  if (survival === undefined) return null;
  const recorder = recordIterations();
  const follower = followRun(survival);
  const points: SurvivalPoint[] = [];
  return {
    facts: {
      ...facts,
      emit(type, place, data, measured) {
        facts.emit(type, place, data, measured);
        recorder.record(type, place, data);
      },
    },
    closed({ iteration, before, after }) {
      const record = recorder.close(iteration, { before, after });
      if (record === null) return;
      const followed = follower.follow(record);
      const { size, wentIn, level2: survived } = followed;
      if (wentIn > 0) points.push({ iteration, size, wentIn, survived });
      facts.emit('insights.followed', `${iteration}`, followed);
    },
    points: () => points,
  };
}

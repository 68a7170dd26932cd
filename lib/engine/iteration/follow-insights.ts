import { collectRoads } from '@/lib/combee/survival/collect-roads';
import { followRun } from '@/lib/combee/survival/follow-run';
import type { RunManifest } from '@/lib/domain/manifest';
import type { SurvivalPoint } from '@/lib/domain/survival';
import type { FactSink } from '@/lib/engine/fact-sink';

/**
 * Insight survival while the run goes: listens to what the loop states, and states what became of an iteration's
 * insights once it is closed. Every kind of barrier and every search state the same facts, so all are followed alike.
 * Decides nothing, asks nobody; a replay that states the same facts comes to the same.
 */
export interface InsightFollower {
  readonly facts: FactSink;
  /** After the iteration's closing was stated. */
  closed(at: { readonly iteration: number; readonly before: string; readonly after: string }): void;
  /** What the batch size may be decided by. */
  points(): readonly SurvivalPoint[];
}

/** Null where the manifest does not ask for it. */
export function followInsights({ survival }: RunManifest, facts: FactSink): InsightFollower | null {
  if (survival === undefined) return null;
  const roads = collectRoads();
  const follower = followRun(survival);
  const points: SurvivalPoint[] = [];
  return {
    facts: {
      ...facts,
      state(type, place, data, measured) {
        facts.state(type, place, data, measured);
        roads.tell(type, place, data);
      },
    },
    closed({ iteration, before, after }) {
      const road = roads.close(iteration, { before, after });
      if (road === null) return;
      const followed = follower.follow(road);
      const { size, wentIn, level2: survived } = followed;
      if (wentIn > 0) points.push({ iteration, size, wentIn, survived });
      facts.state('insights.followed', `${iteration}`, followed);
    },
    points: () => points,
  };
}

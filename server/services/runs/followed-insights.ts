import { setImmediate as othersTurn } from 'node:timers/promises';
import { followSteps } from '@/lib/combee/survival/follow-ledger';
import { SURVIVAL_THRESHOLDS } from '@/lib/combee/survival/thresholds';
import type { RunManifest } from '@/lib/domain/manifest';
import type { FollowedIteration } from '@/lib/domain/survival-facts';
import { readFacts } from '@/server/services/readiness/read-record';

/** The fates of a run's insights: as the run stated them, else reckoned from its ledger and kept for a while. */
export interface FollowedInsights {
  readonly stated: boolean;
  readonly iterations: readonly FollowedIteration[];
}

export interface FollowedRun {
  readonly id: string;
  readonly lastSeq: number;
  readonly manifest: RunManifest;
}

/** Reckoning reads a whole ledger, so what was reckoned last is kept until the run has said more. */
const KEPT_MAX = 8;
const kept = new Map<string, { readonly lastSeq: number; readonly followed: FollowedInsights }>();

export async function followedInsights(run: FollowedRun): Promise<FollowedInsights> {
  const known = kept.get(run.id);
  if (known && known.lastSeq === run.lastSeq) return known.followed;
  const followed = run.manifest.survival ? await statedBy(run) : await reckoned(run);
  kept.delete(run.id);
  kept.set(run.id, { lastSeq: run.lastSeq, followed });
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return followed;
}

async function statedBy({ id }: FollowedRun): Promise<FollowedInsights> {
  const facts = await readFacts(id, 'insights.followed');
  return { stated: true, iterations: facts.map(({ data }) => data) };
}

async function reckoned({ id, manifest }: FollowedRun): Promise<FollowedInsights> {
  const [started, reflections, shuffles, groups, scans, proposals, closed, candidates, measured] =
    await Promise.all([
      readFacts(id, 'iteration.started'),
      readFacts(id, 'reflection.finished'),
      readFacts(id, 'shuffle.finished'),
      readFacts(id, 'group.aggregated'),
      readFacts(id, 'scan.combined'),
      readFacts(id, 'candidate.proposed'),
      readFacts(id, 'iteration.closed'),
      readFacts(id, 'candidate.created'),
      readFacts(id, 'heldOut.measured'),
    ]);
  const isSearch = manifest.method.name !== 'ace';
  const seedText = manifest.seedCandidateText;
  const ledger = { seedText, isSearch, started, reflections, shuffles, groups, scans, proposals };
  const iterations: FollowedIteration[] = [];
  for (const one of followSteps({ ...ledger, closed, candidates, measured }, SURVIVAL_THRESHOLDS)) {
    iterations.push(one);
    // Between two iterations other requests are answered.
    await othersTurn();
  }
  return { stated: false, iterations };
}

import { setImmediate as othersTurn } from 'node:timers/promises';
import { followSteps } from '@/lib/combee/survival/follow-ledger';
import { SURVIVAL_THRESHOLDS } from '@/lib/combee/survival/thresholds';
import type { RunManifest } from '@/lib/domain/manifest';
import type { FollowedIteration } from '@/lib/domain/survival-facts';
import { readFacts } from '@/server/events/read-facts';
import { findKeptFates, findRunWithManifest, saveKeptFates } from '@/server/repositories/kept-fates';

/**
 * The fates of a run's insights: as the run stated them, else reckoned from its ledger. Of a long ledger that takes
 * seconds, which no page waits for: it is done beside the answer and kept in the database.
 */
export interface FollowedInsights {
  readonly stated: boolean;
  /** False while the rest is being reckoned; `iterations` then is what was kept before, if anything. */
  readonly isWhole: boolean;
  readonly iterations: readonly FollowedIteration[];
}

export interface FollowedRun {
  readonly id: string;
  readonly lastSeq: number;
  readonly manifest: RunManifest;
}

/** Version of how insights are recognised; raise it with each change. */
const RECKONING = 1;
/** So many entries are reckoned while the reader waits. */
const SHORT_ENTRIES = 3_000;

/** Number of runs in memory, so that a page of fates does not read them all again. */
const REMEMBERED_MAX = 8;
const remembered = new Map<string, { readonly seq: number; readonly followed: FollowedInsights }>();
const going = new Map<string, Promise<readonly FollowedIteration[]>>();
/** By run: what the next reader is told, once. */
const faults = new Map<string, unknown>();

export async function followedInsights(run: FollowedRun): Promise<FollowedInsights> {
  const known = remembered.get(run.id);
  if (known?.seq === run.lastSeq) return known.followed;
  if (run.manifest.survival) return remember(run, await statedBy(run));
  const kept = await findKeptFates(run.id, RECKONING);
  if (kept?.seq === run.lastSeq) return remember(run, whole(kept.iterations));
  if (run.lastSeq <= SHORT_ENTRIES) return remember(run, whole(await reckoned(run)));
  reckonBeside(run);
  return { stated: false, isWhole: false, iterations: kept?.iterations ?? [] };
}

/** For the worker, when a run has ended: the first reader of a long run then waits for nothing. */
export async function keepFollowed(runId: string): Promise<void> {
  const run = await findRunWithManifest(runId);
  if (run === null || run.manifest.survival || run.lastSeq <= SHORT_ENTRIES) return;
  await reckonAndKeep(run);
}

const whole = (iterations: readonly FollowedIteration[]): FollowedInsights => ({
  ...{ stated: false, isWhole: true, iterations },
});

function remember({ id, lastSeq }: FollowedRun, followed: FollowedInsights): FollowedInsights {
  remembered.delete(id);
  remembered.set(id, { seq: lastSeq, followed });
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest);
  return followed;
}

/** Runs one computation per run; the next reader gets its fault. */
function reckonBeside(run: FollowedRun): void {
  if (faults.has(run.id)) {
    const fault = faults.get(run.id);
    faults.delete(run.id);
    throw fault;
  }
  reckonAndKeep(run).catch((fault: unknown) => faults.set(run.id, fault));
}

function reckonAndKeep(run: FollowedRun): Promise<readonly FollowedIteration[]> {
  const known = going.get(run.id);
  if (known !== undefined) return known;
  const reckoning = reckoned(run)
    .then(async (iterations) => {
      await saveKeptFates(run.id, RECKONING, { seq: run.lastSeq, iterations });
      return iterations;
    })
    .finally(() => going.delete(run.id));
  going.set(run.id, reckoning);
  return reckoning;
}

async function statedBy({ id }: FollowedRun): Promise<FollowedInsights> {
  const facts = await readFacts(id, 'insights.followed');
  return { stated: true, isWhole: true, iterations: facts.map(({ data }) => data) };
}

async function reckoned({ id, manifest }: FollowedRun): Promise<readonly FollowedIteration[]> {
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
  return iterations;
}

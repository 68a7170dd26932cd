import type pg from 'pg';
import type { RolloutOrder } from '@/lib/domain/rollout-order';
import type { Trajectory } from '@/lib/domain/trajectory';
import { Redactor } from '@/lib/evaluation/privacy/redact';
import { buildTrajectory } from '@/lib/trajectory/build-trajectory';
import { citedLines } from '@/lib/trajectory/cited-lines';
import type { RecordedCall } from '@/lib/trajectory/recorded-call';
import { scrubTrajectory } from '@/lib/trajectory/scrub';
import { isFailedStep } from '@/lib/trajectory/step-search';
import type { Rollout } from '@/server/db/generated/client';
import { ledgerPool } from '@/server/ledger/pool';
import { orderOf } from '@/server/repositories/stored-rollout';
import { readTrajectory } from '@/server/repositories/trajectories';

/** A trajectory with what its page shows of it: failed steps, and the lines of the prompt that each step cites. */
export interface OpenedTrajectory {
  readonly trajectory: Trajectory;
  readonly state: 'stored' | 'building' | 'none';
  readonly failed: readonly number[];
  /** Lines by component, by step. */
  readonly cites: ReadonlyMap<number, readonly { readonly component: string; readonly line: number }[]>;
}

/** Reads the calls of an attempt that the proxy recorded. */
export type ReadCalls = (
  pool: pg.Pool,
  attempt: { readonly id: string; readonly attempt: number },
  order: RolloutOrder,
) => Promise<readonly RecordedCall[]>;

/**
 * Stored trajectories that were read lately: a page asks for one again and again, a screen of steps at a time, and
 * reading 10,000 steps takes a quarter of a second. Bounded by the steps that it keeps.
 */
const STEPS_MAX = 40_000;
const kept = new Map<string, Promise<OpenedTrajectory>>();
const sizes = new Map<string, number>();

export function openTrajectory(row: Rollout, readCalls: ReadCalls): Promise<OpenedTrajectory> {
  const { trajectoryHash: hash, workspaceId, candidateHash } = row;
  if (hash === null) return shared(row, readCalls);
  return openStored({ workspaceId, hash, about: candidateHash, ...partsOf(row) });
}

interface Stored extends Parts {
  readonly workspaceId: string;
  readonly hash: string;
  /** Names the components. */
  readonly about: string;
}

interface Parts {
  readonly agent: Trajectory['agent'];
  readonly components: readonly { readonly name: string; readonly text: string }[];
}

const partsOf = (row: Rollout): Parts => ({
  agent: { name: row.agentName, version: String(row.agentVersion) },
  components: orderOf(row).components,
});

/** A stored trajectory; an empty one where it was deleted. */
export function openStored(stored: Stored): Promise<OpenedTrajectory> {
  const key = `${stored.workspaceId}/${stored.hash}/${stored.about}`;
  const known = kept.get(key) ?? readStored(stored);
  kept.delete(key);
  kept.set(key, known);
  known.then(
    ({ trajectory }) => {
      sizes.set(key, trajectory.steps.length);
      dropOldest();
    },
    () => kept.delete(key),
  );
  return known;
}

/** Readings that are under way are shared: a page asks for the parts of a trajectory at the same time. */
const underWay = new Map<string, Promise<OpenedTrajectory>>();

function shared(row: Rollout, readCalls: ReadCalls): Promise<OpenedTrajectory> {
  const key = `${row.id}/${row.attempt}`;
  const known = underWay.get(key) ?? buildFromCalls(row, readCalls).finally(() => underWay.delete(key));
  underWay.set(key, known);
  return known;
}

/** Scrubbed as stored ones are. Cost: reads every body that was recorded so far. */
async function buildFromCalls(row: Rollout, readCalls: ReadCalls): Promise<OpenedTrajectory> {
  const isOpen = row.status === 'running' || row.status === 'queued';
  const calls = await readCalls(ledgerPool(), row, orderOf(row));
  const parts = partsOf(row);
  const built = buildTrajectory(calls, { agent: parts.agent, beganAtMs: row.startedAt.getTime() });
  const redactor = new Redactor();
  const trajectory = scrubTrajectory(built, (text) => redactor.redact(text));
  return opened(parts, trajectory, isOpen ? 'building' : calls.length > 0 ? 'stored' : 'none');
}

function dropOldest(): void {
  const total = () => [...kept.keys()].reduce((sum, key) => sum + (sizes.get(key) ?? 0), 0);
  for (const key of kept.keys()) {
    if (kept.size <= 1 || total() <= STEPS_MAX) return;
    kept.delete(key);
    sizes.delete(key);
  }
}

async function readStored({ workspaceId, hash, ...parts }: Stored): Promise<OpenedTrajectory> {
  const trajectory = await readTrajectory(ledgerPool(), { workspaceId, hash });
  return trajectory === null
    ? opened(parts, emptyTrajectory(parts), 'none')
    : opened(parts, trajectory, 'stored');
}

function opened(
  { components }: Parts,
  trajectory: Trajectory,
  state: OpenedTrajectory['state'],
): OpenedTrajectory {
  const cites = new Map<number, { component: string; line: number }[]>();
  for (const { name, text } of components)
    for (const [step, lines] of citedLines(text, trajectory.steps))
      cites.set(step, [...(cites.get(step) ?? []), ...lines.map((line) => ({ component: name, line }))]);
  const failed = trajectory.steps.flatMap((step, index) => (isFailedStep(step) ? [index] : []));
  return { trajectory, state, failed, cites };
}

const emptyTrajectory = ({ agent }: Parts): Trajectory => ({
  version: 'waggle.trajectory/1',
  agent: { ...agent },
  tools: [],
  steps: [],
  broken: [],
});

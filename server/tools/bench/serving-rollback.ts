import { setTimeout as wait } from 'node:timers/promises';
import { db } from '@/server/db/client';
import { type FlagMove, moveFlag } from '@/server/services/promotion/slot/move-flag';
import { atMost, type BenchRow } from './bench-row';
import { type Evaluated, keepAsking, openServingLab, quantile, type ServingLab } from './serving-lab';

/**
 * Time from the request of a rollback to the last answer with the reverted version, over two processes under
 * load.
 */
const ROLLBACKS = 100;
const CONNECTIONS = 8;
/** Limit for both processes to show the other version. */
const SHOWN_MS_MAX = 10_000;
/** No process shows the reverted version again after this long without it. */
const QUIET_MS = 300;

export async function measureServingRollback(): Promise<readonly BenchRow[]> {
  const lab = await openServingLab();
  try {
    const servers = [await lab.startServer(), await lab.startServer()];
    const seen = new Sightings(servers.length);
    const stopping = new AbortController();
    const asking = keepAsking(
      { servers, key: lab.key, connections: CONNECTIONS },
      (one) => seen.hear(one),
      stopping.signal,
    );
    const delays: number[] = [];
    for (let turn = 0; turn < ROLLBACKS; turn += 1) delays.push(await rollBack(lab, seen));
    stopping.abort();
    await asking;
    const note = `${ROLLBACKS} rollbacks, two flag server processes, ${CONNECTIONS} connections each; median ${quantile(delays, 0.5).toFixed(0)} ms, longest ${Math.max(...delays).toFixed(0)} ms`;
    const p99 = quantile(delays, 0.99) / 1000;
    return [{ name: 'rollback to last old exposure, p99', unit: 's', ...atMost(p99, 1), note }];
  } finally {
    await lab.close();
  }
}

async function rollBack(lab: ServingLab, seen: Sightings): Promise<number> {
  await move(lab, { kind: 'promote', promptId: lab.promptIds[1] });
  await seen.allShow(2);
  const askedMs = performance.now();
  await move(lab, { kind: 'revert' });
  await seen.allShow(1);
  while (performance.now() - seen.lastOf(2) < QUIET_MS) await wait(20);
  return Math.max(0, seen.lastOf(2) - askedMs);
}

function move({ slotId, actor }: ServingLab, one: FlagMove) {
  return db().$transaction((tx) => moveFlag(tx, { slotId, move: one, actor, reason: 'the bench' }));
}

/** The version that each process showed last, and when any process last showed a version. */
class Sightings {
  readonly #shown: number[];
  readonly #lastMs = new Map<number, number>();

  constructor(servers: number) {
    this.#shown = Array.from({ length: servers }, () => 0);
  }

  hear({ server, text, answeredMs }: Evaluated): void {
    const version = Number(/"version":(\d+)/.exec(text)?.[1] ?? 0);
    this.#shown[server] = version;
    this.#lastMs.set(version, answeredMs);
  }

  lastOf(version: number): number {
    return this.#lastMs.get(version) ?? Number.NEGATIVE_INFINITY;
  }

  async allShow(version: number): Promise<void> {
    const deadline = performance.now() + SHOWN_MS_MAX;
    while (this.#shown.some((shown) => shown !== version)) {
      if (performance.now() > deadline) throw new Error(`A process does not show version ${version}.`);
      await wait(1);
    }
  }
}

import { ulid } from 'ulid';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { Fact } from '@/lib/domain/ledger-entry';
import { seededRng } from '@/lib/random/seeded-rng';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { makePostgresLedger } from '@/server/ledger/postgres-ledger';
import { manifestOf } from '@/server/repositories/stored-manifest';
import { madeUpRun } from '@/server/tools/scenarios/huge/made-up-run';
import { examplesOf } from '@/server/tools/scenarios/huge/prepared-arms';

/**
 * A run that goes on at a given rate, written through the ledger that workers write through: row lock, numbers,
 * summary and notes as ever. Its row says paused, or a
 * worker would take it for its own; so no model is asked, and its facts are made up. It is gone afterwards.
 */
export interface LiveRun {
  readonly runId: string;
  /** Writes for so long, and says after each portion how many rollouts stand and how many entries. */
  write(seconds: number, told: (written: Written) => void): Promise<Written>;
  remove(): Promise<void>;
}

export interface Written {
  readonly entries: number;
  readonly rollouts: number;
}

const TICK_MS = 40;

/** Like the run with this id, of which manifest, split and owner are taken. */
export async function openLiveRun(likeId: string, perSecond: number): Promise<LiveRun> {
  const like = await db().run.findUniqueOrThrow({ where: { id: likeId } });
  const manifest = manifestOf(like);
  const { workspaceId, experimentId, createdBy, kind } = like;
  const runId = `run_${ulid()}`;
  const manifestHash = canonicalHash(manifest);
  await db().run.create({
    data: {
      ...{
        id: runId,
        workspaceId,
        experimentId,
        createdBy,
        kind,
        manifest: like.manifest ?? {},
        manifestHash,
      },
      ...{
        label: 'Measured live',
        seed: 7,
        practice: true,
        ...{ status: 'paused', control: 'pause', fence: 1 },
      },
    },
  });
  const size = 10;
  const examples = await examplesOf({ workspaceId, createdBy, experimentId, manifest, size });
  const facts = factsOf({ manifest, manifestHash, examples, size });
  const ledger = makePostgresLedger(ledgerPool(), { runId, fence: 1, worker: 'measuring' });
  let written: Written = { entries: 0, rollouts: 0 };
  return {
    runId,
    async write(seconds, told) {
      const begun = performance.now();
      const before = written.entries;
      while (performance.now() - begun < seconds * 1000) {
        const due = before + Math.floor(((performance.now() - begun) / 1000) * perSecond);
        while (written.entries < due) {
          const { value: fact } = facts.next();
          if (fact === undefined) return written;
          ledger.append(fact);
          const rollouts = written.rollouts + (fact.type === 'rollout.finished' ? 1 : 0);
          written = { entries: written.entries + 1, rollouts };
        }
        await ledger.flush();
        told(written);
        await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      }
      return written;
    },
    async remove() {
      await db().run.delete({ where: { id: runId } });
    },
  };
}

type Wanted = Pick<Parameters<typeof madeUpRun>[0], 'manifest' | 'manifestHash' | 'examples' | 'size'>;

function* factsOf(wanted: Wanted): Generator<Fact> {
  const iterations = 5_000;
  const portions = madeUpRun({
    ...wanted,
    ...{ iterations, closed: iterations, measureEvery: 300, end: 'paused', startMs: Date.now() },
    ...{ quality: { first: 0.4, last: 0.8, halfAfter: 4_000 }, rng: seededRng('live'), lessonsKept: 40 },
  });
  for (const { facts } of portions) yield* facts;
}

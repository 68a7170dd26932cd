/**
 * One process of `npm run canary:simulate`, which starts it: its share of the canaries, through the real handlers, in a
 * database of its own and by a clock of its own. Tells each group's ends over the channel; knows nothing of the others.
 */
import { seededRng } from '@/lib/random/seeded-rng';
import { manualClock } from '@/lib/testing/manual-clock';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { closeDb, db } from '@/server/db/client';
import { closeLedgerPool } from '@/server/ledger/pool';
import { setServingClock } from '@/server/observability/serving-clock';
import { callDoor } from './call-door';
import { type Doors, simulateThroughDoors } from './simulated-canaries';
import {
  BATCH,
  DRAFT,
  PAIRS,
  type SimulationShare,
  simulationShare,
  type ToldEnds,
  TRUTHS,
} from './simulation-share';
import { seedSimulationSlots } from './simulation-slots';

const WORKSPACE = 'wsp_simulation';

const share = simulationShare.parse(JSON.parse(process.argv[2] ?? '{}'));
const clock = manualClock();
setServingClock(clock);
await simulateShare(share);
await Promise.allSettled([closeDb(), closeLedgerPool()]);

async function simulateShare({ seed, canaries, ...of }: SimulationShare): Promise<void> {
  const numbers = Array.from({ length: canaries }, (_, number) => number);
  const own = numbers.filter((number) => number % of.processes === of.process);
  const doors = await openDoors(Math.min(own.length, of.slots));
  for (const [index, { name, truth }] of TRUTHS.entries())
    await simulateThroughDoors(doors, {
      ...{ canaries: own, pairs: PAIRS, batch: BATCH, truth, draft: DRAFT },
      rng: seededRng(`simulate ${seed} ${name}`),
      async afterGroup(ends) {
        // Pairs of canaries that are over are not looked at again, and millions of them fill a disk.
        await db().$executeRaw`TRUNCATE "CanaryPair"`;
        process.send?.({ truth: index, ends: [...ends] } satisfies ToldEnds);
      },
    });
}

async function openDoors(slots: number): Promise<Doors> {
  const { secret, hash, prefix } = makeKeySecret();
  await db().workspace.create({ data: { id: WORKSPACE, name: 'Simulation' } });
  const key = { id: 'key_simulation', workspaceId: WORKSPACE, name: 'simulation', role: 'owner' } as const;
  await db().apiKey.create({ data: { ...key, secretHash: hash, prefix, createdBy: 'simulation' } });
  return { call: callDoor(secret), clock, slots: await seedSimulationSlots(WORKSPACE, slots) };
}

import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { revertSlot } from '@/server/services/promotion/decide/revert-slot';
import { moveFlag } from '@/server/services/promotion/slot/move-flag';
import { atMost, type BenchRow } from './bench-row';
import { keepAsking, openServingLab, type ServingLab } from './serving-lab';

/**
 * The database stops for a minute under load: every evaluation is answered, no exposure is lost, and a
 * rollback requested meanwhile is either refused with a sentence or effective on return.
 */
const AWAY_MS = Number(process.env.WAGGLE_BENCH_AWAY_SECONDS ?? 60) * 1000;
const AROUND_MS = 5_000;
const WRITTEN_MS_MAX = 30_000;
/** A low rate: this bench measures availability, not speed. */
const CONNECTIONS = 4;

export async function measureServingAway(): Promise<readonly BenchRow[]> {
  const lab = await openServingLab();
  try {
    await promote(lab);
    const server = await lab.startServer();
    const counts = { answered: 0, refused: 0 };
    const stopping = new AbortController();
    const asking = keepAsking(
      { servers: [server], key: lab.key, connections: CONNECTIONS },
      ({ status, text }) => {
        const isAnswered = status === 200 && text.includes('"version":');
        counts[isAnswered ? 'answered' : 'refused'] += 1;
      },
      stopping.signal,
    );
    // Awaited below; another error may come first and should be the one reported.
    asking.catch(() => undefined);
    await wait(AROUND_MS);
    await lab.stopDatabase();
    await wait(AWAY_MS / 2);
    const said = await askForRollback(lab);
    await wait(AWAY_MS / 2);
    await lab.startDatabase();
    await wait(AROUND_MS);
    stopping.abort();
    await asking;
    const written = await writtenExposures(counts.answered);
    return rowsOf(counts, written, { said, isBack: await isReverted(lab) });
  } finally {
    await lab.close();
  }
}

async function promote({ slotId, actor, promptIds }: ServingLab): Promise<void> {
  const move = { kind: 'promote', promptId: promptIds[1] } as const;
  await db().$transaction((tx) => moveFlag(tx, { slotId, move, actor, reason: 'the bench' }));
}

interface Said {
  readonly isDone: boolean;
  readonly sentence: string;
}

/** Calls the service that all entry points share. A message not meant for people is an error of the bench. */
async function askForRollback({ slotId, actor }: ServingLab): Promise<Said> {
  try {
    await revertSlot(actor, { slotId, reason: 'The bench takes it back.' });
    return { isDone: true, sentence: '' };
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return { isDone: false, sentence: error.userMessage };
  }
}

async function isReverted({ slotId, promptIds }: ServingLab): Promise<boolean> {
  const { livePromptId } = await db().slot.findUniqueOrThrow({ where: { id: slotId } });
  return livePromptId === promptIds[0];
}

/** Counts of past seconds are written within about a second; waits for the last of them. */
async function writtenExposures(wanted: number): Promise<number> {
  const deadline = performance.now() + WRITTEN_MS_MAX;
  for (;;) {
    const { _sum } = await db().exposureCount.aggregate({ _sum: { count: true } });
    const written = _sum.count ?? 0;
    if (written >= wanted || performance.now() > deadline) return written;
    await wait(200);
  }
}

function rowsOf(
  { answered, refused }: { readonly answered: number; readonly refused: number },
  written: number,
  { said, isBack }: { readonly said: Said; readonly isBack: boolean },
): readonly BenchRow[] {
  const during = `Postgres stopped for ${AWAY_MS / 1000} s under load, one flag server process`;
  const isHonest = isBack === said.isDone;
  return [
    {
      name: 'evaluations not answered while Postgres was away',
      unit: '',
      ...atMost(refused, 0),
      note: `${answered} answered; ${during}`,
    },
    {
      name: 'exposures lost over it',
      unit: '',
      ...atMost(Math.abs(answered - written), 0),
      note: `${written} of ${answered} written after its return`,
    },
    {
      ...{ name: 'rollbacks dropped without an error', unit: '', ...atMost(isHonest ? 0 : 1, 0) },
      note: isBack
        ? 'requested meanwhile, it holds on return'
        : `requested meanwhile, it was refused: "${said.sentence}"`,
    },
  ];
}

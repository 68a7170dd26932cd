import { setTimeout as wait } from 'node:timers/promises';
import { COUNTED, countMachine, leftBetween, type MachineCount } from './machine-count';

/** Nothing of an ended attempt, or of a killed worker, may be left after this time. */
export const GONE_MS = 2_000;
const LOOK_MS = 20;
const SHOWN = 20;

export interface Watch {
  readonly before: MachineCount;
  readonly folders: readonly string[];
  readonly limitMs: number;
  /** False for things that the next start removes. */
  readonly isMeant?: (left: string) => boolean;
}

/** Looks until nothing is left, since the kernel needs a moment, or until the time is over. */
export async function leftAfter({ before, folders, limitMs, isMeant = () => true }: Watch) {
  const started = performance.now();
  for (;;) {
    const left = leftBetween(before, countMachine(folders)).filter(isMeant);
    const afterMs = Math.round(performance.now() - started);
    if (left.length === 0 || afterMs > limitMs) return { left, afterMs };
    await wait(LOOK_MS);
  }
}

/** Whether nothing is left, printed with both counts. */
export async function reportLeft(what: string, watch: Watch): Promise<boolean> {
  const { left, afterMs } = await leftAfter(watch);
  console.log(`  before  ${inWords(watch.before)}`);
  console.log(`  after   ${inWords(countMachine(watch.folders))}`);
  console.log(
    `  ${what}: ${left.length === 0 ? 'nothing' : `${left.length} THINGS`} left, seen after ${afterMs} ms`,
  );
  for (const one of left.slice(0, SHOWN)) console.log(`    ${one}`);
  return left.length === 0;
}

export const inWords = (count: MachineCount): string =>
  COUNTED.map((kind) => `${count[kind].length} ${kind}`).join(', ');

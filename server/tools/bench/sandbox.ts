import { execFile } from 'node:child_process';
import type { SandboxSpec } from '@/lib/ports/sandbox';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { atMost, type BenchRow, median } from './bench-row';

/** Cost of a sandbox: one start, one program and one stop; and the time of 16 tasks on two lanes beyond their CPU time. */
const ROUNDS = 40;
const WARM_UP = 3;
const TASKS = 16;
const LANES = 2;
const SPEC: SandboxSpec = {
  root: { kind: 'host' },
  ...{ writableBytesMax: 256 << 20, memoryBytesMax: 512 << 20, processesMax: 64 },
  ...{ workingFolder: '/work', environment: {} },
};
const LIMITS = { timeoutMs: 120_000, outputBytesMax: 10_000 };
/** Its own processor time, so that a busy machine makes it longer and not smaller. */
const BURN = 'my $n = 0; while (1) { $n++ for 1 .. 10_000; my ($u, $s) = times; last if $u + $s >= 1 }';

export async function measureSandbox(): Promise<readonly BenchRow[]> {
  const why = await bubblewrapSandboxes.whyNot();
  if (why !== null) {
    const note = `not measured: bubblewrap does not work here (${why})`;
    return [{ name: 'sandbox: start, exec, stop', value: null, unit: 'ms', target: '≤ 60', met: null, note }];
  }
  return [await roundRow(), await tasksRow()];
}

async function roundRow(): Promise<BenchRow> {
  const rounds: { readonly start: number; readonly exec: number; readonly stop: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1)
    rounds.push({ ...(await timeRound(['true'])), bare: await timeBare() });
  const measured = rounds.slice(WARM_UP);
  const ms = (of: 'start' | 'exec' | 'stop' | 'bare') =>
    median(measured.map((round) => round[of])).toFixed(1);
  const whole = median(measured.map(({ start, exec, stop }) => start + exec + stop));
  return {
    name: 'sandbox: start, exec, stop',
    unit: 'ms',
    ...atMost(whole, 60),
    note: `median of ${ROUNDS}; start ${ms('start')}, exec ${ms('exec')}, stop ${ms('stop')}; "true" without a sandbox ${ms('bare')}`,
  };
}

/** The same program as a child of this process: machines differ tenfold in what it costs to start one. */
async function timeBare(): Promise<number> {
  const begun = performance.now();
  await new Promise<void>((resolve, reject) => {
    execFile('true', (error) => (error === null ? resolve() : reject(error)));
  });
  return performance.now() - begun;
}

async function tasksRow(): Promise<BenchRow> {
  let next = 0;
  const lane = async () => {
    while (next < TASKS) {
      next += 1;
      await timeRound(['perl', '-e', BURN]);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: LANES }, lane));
  return {
    name: `${TASKS} tasks of 1 s of CPU in sandboxes, ${LANES} lanes`,
    unit: 's',
    ...atMost((performance.now() - begun) / 1000, 9.6),
    note: `${TASKS / LANES} s without any cost`,
  };
}

async function timeRound(argv: readonly string[]) {
  const begun = performance.now();
  const sandbox = await bubblewrapSandboxes.start(SPEC);
  const started = performance.now();
  const end = await sandbox.exec({ argv, ...LIMITS });
  const ended = performance.now();
  await sandbox.stop();
  if (end.kind !== 'exited' || end.code !== 0) throw new Error(`A program of the bench ended: ${end.stderr}`);
  return { start: started - begun, exec: ended - started, stop: performance.now() - ended };
}

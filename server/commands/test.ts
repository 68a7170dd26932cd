import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prismaEnvironment } from '@/server/commands/prisma.mjs';
import { type Counts, countTests } from '@/server/commands/test-counts';
import { chooseSteps, type TestStep, testSteps } from '@/server/commands/test-steps';

/**
 * `npm test`: every kind of check, one heading each, all of them even when one fails, and a closing line with the
 * counts. `npm test -- unit db` runs only those; `--full` (`npm run test:full`) runs each in full.
 */

interface Outcome {
  readonly step: TestStep;
  readonly counts: Counts;
  readonly seconds: number;
  readonly skipped?: boolean;
}

const reports = mkdtempSync(path.join(os.tmpdir(), 'waggle-reports-'));
const running = new Set<ReturnType<typeof spawn>>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.on('disconnect', stop);
process.channel?.unref();

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const steps = chooseSteps(testSteps({ isFull: values.full, reports }), positionals);
if (typeof steps === 'string') {
  console.error(steps);
  process.exitCode = 1;
} else {
  const outcomes = await runAll(steps);
  rmSync(reports, { recursive: true, force: true });
  process.exitCode = summarise(outcomes);
}

async function runAll(all: readonly TestStep[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let i = 0; i < all.length; ) {
    const group = companyAt(all, i);
    if (group.length > 1) console.log(`\nSide by side: ${group.map(({ what }) => what).join('; ')} …`);
    outcomes.push(
      ...(await Promise.all(group.map((step) => runUnlessBlocked(step, outcomes, group.length > 1)))),
    );
    i += group.length;
  }
  return outcomes;
}

/** The step at this place with the neighbours that run beside it. */
function companyAt(all: readonly TestStep[], start: number): readonly TestStep[] {
  const { beside } = all[start] ?? {};
  const end =
    beside === undefined ? start + 1 : all.findIndex((step, i) => i > start && step.beside !== beside);
  return all.slice(start, end === -1 ? all.length : end);
}

async function runUnlessBlocked(
  step: TestStep,
  before: readonly Outcome[],
  isQuiet: boolean,
): Promise<Outcome> {
  const blocker = before.find((outcome) => outcome.step.name === step.needs && outcome.counts.failed > 0);
  if (!blocker) return run(step, isQuiet);
  console.log(heading(`${step.what}: not run, because ${blocker.step.what} failed`));
  return { step, counts: { passed: 0, failed: 1, failures: [] }, seconds: 0, skipped: true };
}

async function run(step: TestStep, isQuiet: boolean): Promise<Outcome> {
  if (!isQuiet) console.log(heading(step.what));
  const startedAt = performance.now();
  const reportFile = path.join(reports, `${step.name}.json`);
  const { ok, output } = await runProcess(step, reportFile, isQuiet);
  const counts = countTests({ counts: step.counts, ok, output, reportFile });
  const seconds = (performance.now() - startedAt) / 1000;
  if (isQuiet) console.log(`${heading(step.what)}\n${output.trim()}`);
  console.log(`${counts.failed === 0 ? 'ok' : 'FAILED'} after ${seconds.toFixed(1)} s`);
  return { step, counts, seconds };
}

function runProcess(
  step: TestStep,
  reportFile: string,
  isQuiet: boolean,
): Promise<{ ok: boolean; output: string }> {
  const reporters =
    step.counts === 'vitest'
      ? ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
      : [];
  const env: Record<string, string | undefined> = {
    ...prismaEnvironment(),
    NEXT_TELEMETRY_DISABLED: '1',
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    CI: '1',
    ...step.env,
  };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...step.args, ...reporters], {
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (!isQuiet) process.stdout.write(chunk);
      });
    }
    child.once('error', (error) => resolve({ ok: false, output: `${output}${error.message}` }));
    child.once('close', (code) => {
      running.delete(child);
      resolve({ ok: code === 0, output });
    });
  });
}

function summarise(outcomes: readonly Outcome[]): number {
  console.log(heading('summary'));
  for (const { step, counts, seconds, skipped } of outcomes) {
    const state = skipped ? 'not run' : counts.failed === 0 ? 'ok' : 'FAILED';
    console.log(
      `${state.padEnd(8)} ${step.what.padEnd(40)} ${counts.passed} passed, ${counts.failed} failed, ${seconds.toFixed(1)} s`,
    );
  }
  for (const { step, counts } of outcomes) {
    for (const { file, test, reason } of counts.failures) {
      console.log(
        `\n${[`FAILED in ${step.name}:`, file, test].filter(Boolean).join(' ')}\n${indented(reason)}`,
      );
    }
  }
  const total = (pick: (counts: Counts) => number) =>
    outcomes.reduce((sum, { counts }) => sum + pick(counts), 0);
  const failed = total((counts) => counts.failed);
  console.log(`\n${total((counts) => counts.passed)} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function heading(text: string): string {
  return `\n== ${text} ==`;
}

function indented(text: string): string {
  return text.replace(/^/gm, '    ');
}

function stop(): void {
  for (const child of running) child.kill('SIGTERM');
  process.exit(1);
}

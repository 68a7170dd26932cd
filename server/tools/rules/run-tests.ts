import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { ProvenRefusal } from '@/lib/testing/proven-refusal';

/** Results of tests with their annotations: from tests run now, or from the report of an earlier run. */
export interface RanTest {
  /** Path from the project's folder. */
  readonly file: string;
  /** Full name, including its groups. */
  readonly name: string;
  readonly passed: boolean;
  /** First line of the first failure. */
  readonly fault: string;
  readonly proven: ProvenRefusal | undefined;
}

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullable(),
          meta: z.object({ proven: z.custom<ProvenRefusal>().optional() }),
        }),
      ),
    }),
  ),
});

export async function runTests(args: readonly string[]): Promise<readonly RanTest[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-rules-'));
  const file = path.join(folder, 'report.json');
  const ended = await ran(['run', '--passWithNoTests', '--reporter=json', `--outputFile=${file}`, ...args]);
  const tests = readReport(file);
  rmSync(folder, { recursive: true, force: true });
  if (tests === null) throw new Error(`The tests of the rules could not be run:\n${ended}`);
  return tests;
}

/**
 * The tests of a report, or null if there is no report. Tests skipped by a filter are absent; a file that
 * broke before its first test counts as one failed test.
 */
export function readReport(file: string): readonly RanTest[] | null {
  if (!existsSync(file)) return null;
  const { testResults } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
  return testResults.flatMap(({ name, message = '', assertionResults }) => {
    const place = path.relative(process.cwd(), name);
    if (assertionResults.length === 0 && message !== '')
      return [{ file: place, name: place, passed: false, fault: firstLine(message), proven: undefined }];
    return assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages, meta }) => ({
        file: place,
        name: fullName,
        passed: status === 'passed',
        fault: firstLine(failureMessages?.[0] ?? ''),
        proven: meta.proven,
      }));
  });
}

const firstLine = (text: string) => text.split('\n')[0] ?? '';

function ran(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('error', (error) => resolve(`${output}${error.message}`));
    child.once('close', () => resolve(output));
  });
}

import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Failure, playwrightFailures, vitestFailures } from '@/server/commands/test-failures';

/**
 * How many tests a step passed and failed, and which ones failed, read from what it left behind. A step without tests
 * counts as one.
 */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The failing tests that the report names, or the end of what a step printed that names none. */
  readonly failures: readonly Failure[];
}

const vitestShape = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightShape = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

interface Evidence {
  readonly counts?: 'vitest' | 'playwright' | 'closingLine' | undefined;
  readonly ok: boolean;
  readonly output: string;
  readonly reportFile: string;
}

/** Enough for the rounds of a short tool, or for the sentence and the stack of a crash. */
const CLOSING_LINES = 20;

export function countTests(evidence: Evidence): Counts {
  const found = readCounts(evidence) ?? { passed: evidence.ok ? 1 : 0, failed: 0, failures: [] };
  if (evidence.ok) return found;
  const failures =
    found.failures.length > 0 ? found.failures : [{ file: '', test: '', reason: ending(evidence.output) }];
  // A step that fails without a failing test (a crash, no test at all) is a failure all the same.
  return { ...found, failed: Math.max(1, found.failed), failures };
}

function ending(output: string): string {
  return output.trim().split('\n').slice(-CLOSING_LINES).join('\n');
}

function readCounts({ counts, output, reportFile }: Evidence): Counts | null {
  if (counts === 'closingLine') {
    const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
    return passed === undefined ? null : { passed: Number(passed), failed: Number(failed), failures: [] };
  }
  if (counts === undefined || !existsSync(reportFile)) return null;
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  if (counts === 'vitest') {
    const { numPassedTests, numFailedTests } = vitestShape.parse(report);
    return { passed: numPassedTests, failed: numFailedTests, failures: vitestFailures(report) };
  }
  const { stats } = playwrightShape.parse(report);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: playwrightFailures(report),
  };
}

import path from 'node:path';
import { z } from 'zod';

/**
 * The names of failing tests and the first lines of their reasons, from the reports of Vitest and Playwright. The closing
 * lines of `npm test` repeat them, because the place where a test failed may lie thousands of lines above.
 */

export interface Failure {
  readonly file: string;
  readonly test: string;
  readonly reason: string;
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

export function vitestFailures(report: unknown): Failure[] {
  return vitestReport.parse(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file whose imports or hooks broke has no failing test of its own.
    if (failed.length === 0 && status === 'failed') return [{ file, test: '', reason: opening(message) }];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      test: fullName,
      reason: opening(failureMessages?.[0] ?? ''),
    }));
  });
}

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
});
interface Suite {
  readonly specs?: readonly z.infer<typeof playwrightSpec>[] | undefined;
  readonly suites?: readonly Suite[] | undefined;
}
const playwrightSuite: z.ZodType<Suite> = z.object({
  specs: z.array(playwrightSpec).optional(),
  suites: z.array(z.lazy(() => playwrightSuite)).optional(),
});
const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
});

export function playwrightFailures(report: unknown): Failure[] {
  const { suites, errors } = playwrightReport.parse(report);
  const failed = suites
    .flatMap(specsBelow)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      file,
      test: title,
      reason: opening(
        tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message ?? '',
      ),
    }));
  // Set-up that broke before any test, such as a server that never came up.
  return [
    ...failed,
    ...errors.map(({ message }) => ({ file: '', test: 'set-up', reason: opening(message ?? '') })),
  ];
}

function specsBelow({ specs = [], suites = [] }: Suite): z.infer<typeof playwrightSpec>[] {
  return [...specs, ...suites.flatMap(specsBelow)];
}

/** The first lines of a message, without colours. */
function opening(message: string): string {
  const LINES = 6;
  const colour = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
  return message
    .replace(colour, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
    .join('\n');
}

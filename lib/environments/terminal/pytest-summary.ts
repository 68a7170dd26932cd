/**
 * Results of pytest as Terminal-Bench reads them: from the short summary in the output of a terminal. A skipped test and an
 * expected failure count as passed, an unexpected pass and an error as failed; the last line about a test decides.
 */
export type TestResult = 'passed' | 'failed';
export type TestResults = ReadonlyMap<string, TestResult>;

/** One "=" before the words is enough to find the heading; looking for all of them would take the square of their number. */
const HEADING = /=\s*short test summary info\s*=+/i;
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const LINE = /^\s*(\S+)\s+(\S.*)$/;

const COUNTED_AS = new Map<string, TestResult>([
  ['PASSED', 'passed'],
  ['SKIPPED', 'passed'],
  ['XFAIL', 'passed'],
  ['FAILED', 'failed'],
  ['XPASS', 'failed'],
  ['ERROR', 'failed'],
]);

/** Null where the output has no summary: the tests did not report, which says nothing of the agent. */
export function readPytestSummary(output: string): TestResults | null {
  const heading = HEADING.exec(output);
  if (heading === null) return null;
  const results = new Map<string, TestResult>();
  for (const line of output.slice(heading.index + heading[0].length).split(LINE_END)) {
    const [, word = '', rest = ''] = LINE.exec(withoutReason(line)) ?? [];
    const result = COUNTED_AS.get(word.replace(/^:+|:+$/g, ''));
    const test = testName(rest.trim());
    if (result !== undefined && test !== '') results.set(test, result);
  }
  return results;
}

/** `FAILED path::test - reason`. The text before the last " - " is kept, since the name of a test may hold one too. */
function withoutReason(line: string): string {
  if (!line.startsWith('FAILED')) return line;
  const end = line.lastIndexOf(' - ');
  return end === -1 ? line : line.slice(0, end);
}

function testName(path: string): string {
  const place = path.indexOf('::');
  return place === -1 ? path : path.slice(place + 2);
}

/**
 * Whether the tests found the task solved: all passed, and there was at least one. Terminal-Bench counts a summary without a
 * test as solved, so an agent could pass by deleting the tests.
 */
export function isResolved(results: TestResults | null): boolean {
  if (results === null || results.size === 0) return false;
  return [...results.values()].every((result) => result === 'passed');
}

import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { API_OPERATIONS } from '@/lib/contracts/api';
import type { ListedRule } from '@/lib/policy/rules/table';
import { RULES } from '@/lib/policy/rules/table';

/**
 * `npm run rules`: every rule of the table with its kind, its code, the test that sends it through the doors, and the
 * doors. Ends with 1 where a rule that refuses lacks its test or a door, or a test names a rule that is not there.
 * Reads names only and runs nothing, so it is done in a second or two.
 */
interface NamedCase {
  readonly rule: string;
  readonly also?: readonly string[];
  readonly operation: string;
}
interface FoundCase extends NamedCase {
  readonly test: string;
}

const CASES = 'server/http/testing/rule-cases/*-cases.ts';
const TESTS = 'server/http/rule-doors-*.db.test.ts';

/** The cases by the test file that runs them; one that no file runs counts for nothing. */
async function findCases(): Promise<FoundCase[]> {
  const tests = globSync(TESTS).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const modules = await Promise.all(
    globSync(CASES).map(
      async (file) =>
        (await import(pathToFileURL(path.resolve(file)).href)) as Record<string, readonly NamedCase[]>,
    ),
  );
  const named = modules.flatMap((module) => Object.entries<readonly NamedCase[]>(module));
  return named.flatMap(([name, cases]) => {
    const test = tests.find(({ text }) => text.includes(`testRules(${name})`));
    return test ? cases.map((one) => ({ ...one, test: test.file })) : [];
  });
}

/** The API serves an operation by its route, the command line whatever has a route, a page what a component calls. */
function doorsOf(operationId: string, views: readonly string[]): readonly string[] {
  const operation = API_OPERATIONS.find(({ id }) => id === operationId);
  if (!operation) return [];
  const route = `app${operation.path.replace(/\{(\w+)\}/g, '[$1]')}/route.ts`;
  const served = existsSync(route) ? ['API', 'command line'] : [];
  const name = contractNames().get(operationId) ?? operationId;
  return views.some((text) => new RegExp(`\\b${name}\\b`).test(text)) ? [...served, 'page'] : served;
}

let names: ReadonlyMap<string, string> | undefined;
/** Operation id -> the name that its contract is imported by. */
function contractNames(): ReadonlyMap<string, string> {
  names ??= new Map(
    globSync('lib/contracts/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/export const (\w+) = operation\(\{\s*id: '(\w+)'/g)].map(
        ([, name = '', id = '']) => [id, name] as const,
      ),
    ),
  );
  return names;
}

/** What people decide about each other's reports is no rule of the strategist; most of it is for signed-in people only. */
const OF_REVIEW = 'tests of the review';

function lineOf(rule: ListedRule, cases: readonly FoundCase[], views: readonly string[]) {
  const tested = cases.filter(({ rule: id, also = [] }) => [id, ...also].includes(rule.id));
  const doors = [...new Set(tested.flatMap(({ operation }) => doorsOf(operation, views)))];
  if (rule.kind !== 'refusal') {
    return { text: [rule.id, rule.kind, '', rule.heldBy].join('\t'), faults: sameFaults(rule) };
  }
  if (!rule.id.startsWith('R-') && tested.length === 0) {
    return { text: [rule.id, rule.kind, rule.code, OF_REVIEW].join('\t'), faults: [] };
  }
  const faults = [
    ...(tested.length === 0 ? [`${rule.id} (${rule.code}) has no test through the doors.`] : []),
    ...['API', 'page', 'command line']
      .filter((door) => tested.length > 0 && !doors.includes(door))
      .map((door) => `${rule.id} (${rule.code}) has no door: ${door}.`),
  ];
  const test = [...new Set(tested.map((one) => one.test))].join(', ') || 'NO TEST';
  return { text: [rule.id, rule.kind, rule.code, test, doors.join(', ') || 'NO DOOR'].join('\t'), faults };
}

/** What is said to be refused by another rule must name one that refuses. */
function sameFaults(rule: ListedRule): readonly string[] {
  if (rule.kind !== 'same') return [];
  const other = RULES.find(({ id, kind }) => id === rule.heldBy && kind === 'refusal');
  return other ? [] : [`${rule.id} is said to be refused by ${rule.heldBy}, which refuses nothing.`];
}

const cases = await findCases();
const views = globSync('components/**/*.{ts,tsx}')
  .filter((file) => !/\.test\./.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .filter((text) => text.includes('callApi'));
const lines = RULES.map((rule) => lineOf(rule, cases, views));
const known = new Set(RULES.map(({ id }) => id));
const faults = [
  ...lines.flatMap((line) => line.faults),
  ...cases
    .filter(({ rule }) => !known.has(rule))
    .map(({ rule }) => `${rule} is tested and stands in no table.`),
];
for (const { text } of lines) console.log(text);
for (const fault of faults) console.error(fault);
console.log(`${lines.length - faults.length} passed, ${faults.length} failed`);
if (faults.length > 0) process.exitCode = 1;

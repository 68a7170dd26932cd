import type { RefusingRule } from '@/lib/policy/rules/table';
import type { ProvenRefusal } from '@/lib/testing/proven-refusal';
import { pageCalls } from './page-calls';
import type { RuleLine } from './rule-line';
import { type RanTest, runTests } from './run-tests';

/**
 * Checks that each rule is refused at each entry point that claims it. A rule enforced at one entry point
 * only can be bypassed, so every rule that refuses is claimed by API, page and command line, and by the queue
 * if its table says so.
 */
const DOORS = ['API', 'page', 'command line', 'queue'] as const;
type Door = (typeof DOORS)[number];
type Claimed = Pick<RefusingRule, 'id' | 'queued'>;

const AT_DOORS = /\/rule-doors-[^/]+\.db\.test\.ts$/;

export const runAtDoors = (): Promise<readonly RanTest[]> => runTests(['--project=rules']);

/** Keeps the tests of the entry points out of a longer report. */
export const onlyAtDoors = (ran: readonly RanTest[]): readonly RanTest[] =>
  ran.filter(({ file }) => AT_DOORS.test(file));

/** The lines that the entry points' tests give for these rules. */
export function refusalLines(rules: readonly Claimed[], ran: readonly RanTest[]): readonly RuleLine[] {
  const proven = ran.flatMap((test) => (test.passed && test.proven ? [test.proven] : []));
  const ids = [...new Set(rules.map(({ id }) => id))];
  return [
    ...ids.flatMap((id) => linesOf(id, rules, proven)),
    ...ran.flatMap(failedLine),
    ...strangers(rules, proven),
  ];
}

function linesOf(id: string, rules: readonly Claimed[], proven: readonly ProvenRefusal[]): RuleLine[] {
  const isQueued = rules.some((rule) => rule.id === id && rule.queued);
  const own = proven.filter((one) => one.rules.includes(id));
  return DOORS.filter(
    (door) => door !== 'queue' || isQueued || own.some((one) => one.door === 'queue'),
  ).flatMap((door) => doorLines(id, door, own));
}

function doorLines(id: string, door: Door, own: readonly ProvenRefusal[]): RuleLine[] {
  const here = own.filter((one) => one.door === door);
  if (here.length === 0) return [{ text: `${id}  ${door}`, fault: 'no request was refused there' }];
  if (door === 'page' && !here.some(({ operation }) => pageCalls(operation)))
    return [{ text: `${id}  ${door}`, fault: `no page calls ${here[0]?.operation}` }];
  return here.map(({ asked, answer, by }) => {
    const came = answer === null ? 'it cannot be broken there' : answer;
    return { text: `${id}  ${door} ${asked} → ${came}${by ? ` (${by} comes first)` : ''}`, fault: null };
  });
}

function failedLine({ name, passed, fault, proven }: RanTest): RuleLine[] {
  if (!passed) return [{ text: name, fault }];
  return proven ? [] : [{ text: name, fault: 'it passed and has proven nothing' }];
}

function strangers(rules: readonly Claimed[], proven: readonly ProvenRefusal[]): RuleLine[] {
  const known = new Set<string>(rules.map(({ id }) => id));
  const named = new Set(proven.flatMap((one) => one.rules.slice(0, 1)));
  return [...named]
    .filter((id) => !known.has(id))
    .map((id) => ({ text: id, fault: 'it is refused and listed in no table' }));
}

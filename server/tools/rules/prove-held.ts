import type { StandingRule } from '@/lib/policy/rules/standing';
import { HELD_BY, type HeldRow } from './held-by';
import type { RuleLine } from './rule-line';
import { type RanTest, runTests } from './run-tests';

/** Which tests cover the rules that no request can break, and whether they passed. */
type Standing = Pick<StandingRule, 'id' | 'kind' | 'heldBy'>;

/** Runs the named tests and no others. */
export function runHolding(): Promise<readonly RanTest[]> {
  const files = [...new Set(HELD_BY.map(([, file]) => file))];
  const names = HELD_BY.flatMap((row) => (row[2] === undefined ? row[0].split(' ') : [escaped(row[2])]));
  return runTests([
    '--project=unit',
    '--project=view',
    '--project=db',
    '--project=db-alone',
    ...files,
    '-t',
    names.join('|'),
  ]);
}

/** The lines that the test results give for these rules. */
export function heldLines(
  rules: readonly Standing[],
  ran: readonly RanTest[],
  rows: readonly HeldRow[] = HELD_BY,
): readonly RuleLine[] {
  return rules.map((rule) => lineOf(rule, ran, rows));
}

/**
 * A rule whose breach another rule refuses needs no test of its own: that rule is proven at its entry points.
 */
function lineOf({ id, kind, heldBy }: Standing, ran: readonly RanTest[], rows: readonly HeldRow[]): RuleLine {
  if (kind === 'same') return { text: `${id}  refused as ${heldBy}`, fault: null };
  const row = rows.find(([rules]) => rules.split(' ').includes(id));
  if (row === undefined) return { text: `${id}  ${kind}`, fault: 'no test is named for it' };
  const tests = ran.filter((test) => isOf(test, id, row));
  const failed = tests.find(({ passed }) => !passed);
  const [first] = tests;
  const more = tests.length > 1 ? `, and ${tests.length - 1} more` : '';
  return {
    text: `${id}  ${kind}  ${row[1]}: ${first?.name ?? row[2] ?? id}${more}`,
    fault: first === undefined ? 'there is no such test' : failed ? `${failed.name}: ${failed.fault}` : null,
  };
}

function isOf({ file, name }: RanTest, id: string, [, of, words]: HeldRow): boolean {
  return file === of && (words === undefined ? name.includes(id) : name.includes(words));
}

const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

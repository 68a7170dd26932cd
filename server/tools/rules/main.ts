import path from 'node:path';
import { parseArgs } from 'node:util';
import { RULES } from '@/lib/policy/rules/table';
import { heldLines, runHolding } from './prove-held';
import { onlyAtDoors, refusalLines, runAtDoors } from './prove-refusals';
import type { RuleLine } from './rule-line';
import { type RanTest, readReport } from './run-tests';

/**
 * `npm run rules`: proves every rule of the table by execution. What a request can break is broken by a request, at each
 * door that claims it, against the handlers of the app and a Postgres of its own; what no request can break is listed
 * with the test that holds it, which is run. Ends with 1 where a rule has neither, a door that claims it was not
 * asked, or a request came through. `--reports <folder>` reads the reports that `npm test` has just left there, and
 * runs only what has none.
 */
const { values } = parseArgs({ options: { reports: { type: 'string' } } });
const refusing = RULES.flatMap((rule) => (rule.kind === 'refusal' ? [rule] : []));
const standing = RULES.flatMap((rule) => (rule.kind === 'refusal' ? [] : [rule]));
const unit = reportOf('unit');
const db = reportOf('db');

// One after the other: each starts workers of its own for every processor.
const atDoors = refusalLines(refusing, db ? onlyAtDoors(db) : await runAtDoors());
show('Refused at each door that claims them', atDoors);
const held = heldLines(standing, unit && db ? [...unit, ...db] : await runHolding());
show('No request can break these: a test holds them', held);

const lines = [...atDoors, ...held];
const failed = lines.filter(({ fault }) => fault !== null).length;
console.log(`\n${lines.length - failed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

function reportOf(step: 'unit' | 'db'): readonly RanTest[] | null {
  return values.reports === undefined ? null : readReport(path.join(values.reports, `${step}.json`));
}

function show(title: string, shown: readonly RuleLine[]): void {
  console.log(`\n${title}\n`);
  for (const { text, fault } of shown) console.log(`${text}  ${fault === null ? 'ok' : `FAILED: ${fault}`}`);
}

import { RULES } from '@/lib/policy/rules/table';
import { proveHeld } from './rules/prove-held';
import { proveRefusals } from './rules/prove-refusals';
import type { RuleLine } from './rules/rule-line';

/**
 * `npm run rules`: proves every rule of the table by execution. What a request can break is broken by a request, at each
 * door that claims it, against the handlers of the app and a Postgres of its own; what no request can break stands apart
 * with the test that holds it, which is run. Ends with 1 where a rule has neither, a door that claims it was not
 * asked, or a request came through.
 */
const refusing = RULES.flatMap((rule) => (rule.kind === 'refusal' ? [rule] : []));
const standing = RULES.flatMap((rule) => (rule.kind === 'refusal' ? [] : [rule]));

// One after the other: each starts workers of its own for every processor.
const atDoors = await proveRefusals(refusing);
show('Refused at each door that claims them', atDoors);
const held = await proveHeld(standing);
show('No request can break these: a test holds them', held);

const lines = [...atDoors, ...held];
const failed = lines.filter(({ fault }) => fault !== null).length;
console.log(`\n${lines.length - failed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

function show(title: string, shown: readonly RuleLine[]): void {
  console.log(`\n${title}\n`);
  for (const { text, fault } of shown) console.log(`${text}  ${fault === null ? 'ok' : `FAILED: ${fault}`}`);
}

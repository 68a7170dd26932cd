import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesOf } from '@/lib/policy/rules/table';
import { refusalsRecorded } from '@/server/services/audit/record-refusal';
import { openRuleBench, type RuleBench } from './rule-bench';
import { DOOR_NAMES, DOORS, type RuleRequest } from './rule-doors';

/**
 * A rule with a request that breaks it and one that keeps it. Both are made anew for each door, since asking may use
 * them up. `npm run rules` reads the files of these cases by name and misses no rule that refuses.
 */
export interface RuleCase {
  readonly rule: string;
  /** Rules whose refusal is this one: they have no words of their own. */
  readonly also?: readonly string[];
  readonly operation: string;
  readonly refused: (bench: RuleBench) => Promise<RuleRequest> | RuleRequest;
  readonly passing: (bench: RuleBench) => Promise<RuleRequest> | RuleRequest;
}

/** Every case through every door: the words of the rule, its id, a line in the audit log; and then what it lets pass. */
export function testRules(cases: readonly RuleCase[]): void {
  let bench: RuleBench;
  beforeAll(async () => {
    bench = await openRuleBench();
  });
  afterAll(() => bench.close());

  describe.each(cases.map((one) => ({ ...one, name: [one.rule, ...(one.also ?? [])].join(' ') })))(
    '$name',
    ({ rule, name, operation, refused, passing }) => {
      it.each(DOOR_NAMES)(
        `${name} refuses in its own words through the %s, and passes what keeps it`,
        async (door) => {
          const written = () =>
            bench.api.database.db.auditEntry.count({
              where: { action: 'refusal.raised', subject: rule },
            });
          const before = await written();
          const shown = await DOORS[door](bench.api, operation, await refused(bench));
          expect(shown, 'it was not refused').not.toBeNull();
          expect(shown?.ruleId, shown?.text).toBe(rule);
          const said = rulesOf(rule).map(({ sentence }) => sentence);
          expect(
            said.some((sentence) => shown?.text.includes(sentence)),
            shown?.text,
          ).toBe(true);
          await refusalsRecorded();
          expect(await written(), 'the audit log has it').toBe(before + 1);
          const other = await DOORS[door](bench.api, operation, await passing(bench));
          expect(other?.text ?? 'passed').toBe('passed');
        },
      );
    },
  );
}

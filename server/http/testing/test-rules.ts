import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesOf } from '@/lib/policy/rules/table';
import { refusalsRecorded } from '@/server/services/audit/record-refusal';
import { openRuleBench, type RuleBench } from './rule-bench';
import { DOOR_NAMES, DOORS, type DoorName, type RuleRequest, type Shown } from './rule-doors';
import type { TestApi } from './test-api';

/**
 * A rule with a request that breaks it and one that keeps it. Both are made anew for each door, since asking may use
 * them up. `npm run rules` reads the files of these cases by name and misses no rule that refuses.
 */
export interface RuleCase {
  readonly rule: string;
  /** Rules whose refusal is this one: they have no words of their own. */
  readonly also?: readonly string[];
  readonly operation: string;
  /** Where the rule can be met, if not everywhere: whoever comes through another door is refused by another rule. */
  readonly doors?: readonly DoorName[];
  /** The rule that whoever comes with the same request through another door is refused by. */
  readonly elsewhere?: string;
  readonly refused: Asked;
  readonly passing: Asked;
}

/** Null where the rule is about the door itself, and no such request can come through this one. */
type Asked = (bench: RuleBench, door: DoorName) => Promise<RuleRequest | null> | RuleRequest | null;

/** Every case through every door: the words of the rule, its id, a line in the audit log; and then what it lets pass. */
export function testRules(cases: readonly RuleCase[]): void {
  let bench: RuleBench;
  beforeAll(async () => {
    bench = await openRuleBench();
  });
  afterAll(() => bench.close());

  describe.each(cases.map((one) => ({ ...one, name: [one.rule, ...(one.also ?? [])].join(' ') })))(
    '$name',
    ({ rule, name, operation, doors = DOOR_NAMES, elsewhere, refused, passing }) => {
      it.each(doors)(
        `${name} refuses in its own words through the %s, and passes what keeps it`,
        async (door) => {
          const broken = await refused(bench, door);
          if (broken !== null)
            await expectRefused(bench.api, rule, () => DOORS[door](bench.api, operation, broken));
          const kept = await passing(bench, door);
          expect(broken ?? kept, 'this door is asked nothing').not.toBeNull();
          const other = kept && (await DOORS[door](bench.api, operation, kept));
          expect(other?.text ?? 'passed').toBe('passed');
        },
      );
      const others = elsewhere === undefined ? [] : DOOR_NAMES.filter((door) => !doors.includes(door));
      it.each(others)(
        `${name} cannot be met through the %s: ${elsewhere} refuses all that come`,
        async (door) => {
          const broken = await refused(bench, door);
          const ask = () => DOORS[door](bench.api, operation, broken ?? {});
          await expectRefused(bench.api, elsewhere ?? rule, ask);
        },
      );
    },
  );
}

async function expectRefused(api: TestApi, rule: string, ask: () => Promise<Shown | null>): Promise<void> {
  const written = () =>
    api.database.db.auditEntry.count({ where: { action: 'refusal.raised', subject: rule } });
  const before = await written();
  const shown = await ask();
  expect(shown, 'it was not refused').not.toBeNull();
  expect(shown?.ruleId, shown?.text).toBe(rule);
  const said = rulesOf(rule).map(({ sentence }) => sentence);
  expect(
    said.some((sentence) => shown?.text.includes(sentence)),
    shown?.text,
  ).toBe(true);
  await refusalsRecorded();
  expect(await written(), 'the audit log has it').toBe(before + 1);
}

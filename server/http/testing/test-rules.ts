import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RULES } from '@/lib/policy/rules/table';
import type { ProvenRefusal } from '@/lib/testing/proven-refusal';
import { operationNamed } from '@/server/operations/call-operation';
import { refusalsRecorded } from '@/server/services/audit/record-refusal';
import { launched, throughQueue } from './queue-door';
import { openRuleBench, type RuleBench } from './rule-bench';
import { DOOR_NAMES, DOORS, type DoorName, type RuleRequest, type Shown } from './rule-doors';
import type { TestApi } from './test-api';

/**
 * A rule with a request that breaks it and one that keeps it. Both are made anew for each entry point, as a
 * request may consume its objects. Results are attached to the test, for `npm run rules` to print.
 */
export interface RuleCase {
  readonly rule: string;
  /** Rules refused by this one's refusal, without text of their own. */
  readonly also?: readonly string[];
  readonly operation: string;
  /** Entry points where the rule applies, if not all: at others, another rule refuses first. */
  readonly doors?: readonly DoorName[];
  /** The rule that refuses the same request at other entry points. */
  readonly elsewhere?: string;
  readonly refused: Asked;
  readonly passing: Asked;
  /** Breaks the rule between launch and start, where the queue checks again. */
  readonly whileQueued?: (bench: RuleBench, runId: string) => Promise<unknown>;
}

/** Null if the rule is about the entry point itself, and no such request can be made there. */
type Asked = (bench: RuleBench, door: DoorName) => Promise<RuleRequest | null> | RuleRequest | null;

declare module 'vitest' {
  interface TaskMeta {
    proven?: ProvenRefusal;
  }
}

/**
 * Sends every case through every entry point: checks the rule's text, id and audit-log line, then the allowed
 * request.
 */
export function testRules(cases: readonly RuleCase[]): void {
  let bench: RuleBench;
  beforeAll(async () => {
    bench = await openRuleBench();
  });
  afterAll(() => bench.close());

  describe.each(cases.map((one) => ({ ...one, name: [one.rule, ...(one.also ?? [])].join(' ') })))(
    '$name',
    ({ rule, name, operation, doors = DOOR_NAMES, elsewhere, refused, passing, whileQueued }) => {
      const rules = name.split(' ');
      const others = elsewhere === undefined ? [] : DOOR_NAMES.filter((door) => !doors.includes(door));

      it.for(doors)(
        `${name} refuses with its own text through the %s, and accepts a request that keeps it`,
        async (door, { task }) => {
          const broken = await refused(bench, door);
          const ask = () => DOORS[door](bench.api, operation, broken ?? {});
          const answer = broken && (await expectRefused(bench.api, rule, ask));
          const kept = await passing(bench, door);
          expect(broken ?? kept, 'this entry point receives no request').not.toBeNull();
          const other = kept && (await DOORS[door](bench.api, operation, kept));
          expect(other?.text ?? 'passed').toBe('passed');
          task.meta.proven = { rules, operation, door, asked: askedAt(door, operation), answer };
        },
      );

      it.for(others)(
        `${name} cannot apply through the %s: ${elsewhere} refuses every request`,
        async (door, { task }) => {
          const by = elsewhere ?? rule;
          const broken = await refused(bench, door);
          const answer = await expectRefused(bench.api, by, () =>
            DOORS[door](bench.api, operation, broken ?? {}),
          );
          task.meta.proven = { rules, operation, door, asked: askedAt(door, operation), answer, by };
        },
      );

      if (whileQueued === undefined) return;
      it(`${name} ends a run that was queued before the rule was broken`, async ({ task }) => {
        const kept = await passing(bench, 'API');
        const runId = await launched(bench.api, operation, kept ?? {});
        await whileQueued(bench, runId);
        const answer = await expectRefused(bench.api, rule, () => throughQueue(bench.api, runId));
        task.meta.proven = {
          rules,
          operation,
          door: 'queue',
          asked: `a run of ${operation}, then started`,
          answer,
        };
      });
    },
  );
}

function askedAt(door: DoorName, id: string): string {
  const { method, path } = operationNamed(id);
  return door === 'command line' ? `waggle call ${id}` : `${method} ${path}`;
}

/** Returns the answer. */
async function expectRefused(api: TestApi, rule: string, ask: () => Promise<Shown | null>): Promise<string> {
  const written = () =>
    api.database.db.auditEntry.count({ where: { action: 'refusal.raised', subject: rule } });
  const before = await written();
  const shown = await ask();
  if (shown === null) throw new Error('it was not refused');
  expect(shown.ruleId, shown.text).toBe(rule);
  const said = RULES.flatMap((one) => (one.id === rule && one.kind === 'refusal' ? [one] : []));
  expect(
    said.some(({ sentence, code }) => shown.text.includes(sentence) && shown.code === code),
    `${shown.code}: ${shown.text}`,
  ).toBe(true);
  await refusalsRecorded();
  expect(await written(), 'the audit log has it').toBe(before + 1);
  return `${shown.answer} ${shown.code}`;
}

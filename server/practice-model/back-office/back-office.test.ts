import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulesShownIn } from './audits';
import { scoreEndState } from './end-state';
import { RULE_IDS, type RuleId } from './rules';
import { endStateOf, makeOffice, type OfficeTask, TASK_COUNTS } from './tasks';
import { TEMPLATES } from './templates';
import { World } from './world';

const office = makeOffice();
const anyTask = fc.constantFrom(...office.tasks);
const ALL = () => true;
const NONE = () => false;

const scoreOf = (task: OfficeTask, knows: (rule: RuleId) => boolean) =>
  scoreEndState(endStateOf(office.shop, task.plan(knows)), task.expected).score;

/** All that the tools say to a clerk who acts like this. */
function saidTo(task: OfficeTask, knows: (rule: RuleId) => boolean): string {
  const world = new World(office.shop);
  return task
    .plan(knows)
    .map(({ tool, input }) => world.use(tool, input).text)
    .join('\n');
}

describe('the tasks of the back office', () => {
  it('are enough for training, held-out and confirmation, all different, and the same every time', () => {
    expect(TASK_COUNTS.train).toBeGreaterThanOrEqual(300);
    expect(TASK_COUNTS.heldOut).toBeGreaterThanOrEqual(600);
    expect(TASK_COUNTS.confirmation).toBeGreaterThanOrEqual(400);
    expect(office.byQuestion.size).toBe(office.tasks.length);
    expect(makeOffice().tasks.map(({ question }) => question)).toEqual(
      office.tasks.map(({ question }) => question),
    );
    for (const { question } of office.tasks) expect(question).not.toMatch(/[{}]|undefined/);
  });

  it('come from templates of which none is in two parts, and use no order of another task', () => {
    const templates = Object.values(TEMPLATES).flatMap((parts) => Object.values(parts));
    expect(new Set(templates).size).toBe(templates.length);
    const orders = office.tasks.flatMap(({ question }) => question.match(/A-\d+/)?.[0] ?? []);
    expect(new Set(orders).size).toBe(orders.length);
  });

  it('have the shares of the other sets in each part and in its first hundred, and need 0 to 2 rules', () => {
    for (const part of ['train', 'heldOut', 'confirmation'] as const) {
      const all = office.tasks.filter((task) => task.part === part);
      for (const tasks of [all, all.slice(0, 100)]) {
        const share = (difficulty: string) =>
          tasks.filter((task) => task.difficulty === difficulty).length / tasks.length;
        expect(share('easy')).toBeCloseTo(0.64, 1);
        expect(share('learnable')).toBeCloseTo(0.235, 1);
        expect(share('hard')).toBeCloseTo(0.125, 1);
      }
      expect(new Set(all.flatMap(({ rules }) => rules))).toEqual(new Set(RULE_IDS));
    }
    for (const { rules } of office.tasks) expect(rules.length).toBeLessThanOrEqual(2);
  });

  it('take 3 to 9 steps, with and without the rules', () => {
    for (const task of office.tasks)
      for (const knows of [ALL, NONE]) {
        const calls = task.plan(knows).length;
        // The answer after the last call is a step as well.
        expect(calls + 1, task.question).toBeGreaterThanOrEqual(3);
        expect(calls + 1, task.question).toBeLessThanOrEqual(9);
      }
  });
});

describe('the end state', () => {
  it('scores 1 for the oracle on every task, and 0 for a clerk who does nothing', () => {
    for (const task of office.tasks) {
      expect(scoreOf(task, ALL), task.question).toBe(1);
      expect(scoreEndState(endStateOf(office.shop, []), task.expected).score).toBe(0);
    }
  });

  it('is right without the rules exactly where none bites', () => {
    for (const task of office.tasks) {
      const score = scoreOf(task, NONE);
      if (task.difficulty === 'easy') expect(score, task.question).toBe(1);
      else expect(score, task.question).toBeLessThan(1);
    }
  });

  it('needs each of its rules where they bite, and never falls by another rule', () => {
    for (const task of office.tasks.filter(({ difficulty }) => difficulty !== 'easy'))
      for (const missing of task.rules)
        expect(
          scoreOf(task, (rule) => rule !== missing),
          `${task.question} without ${missing}`,
        ).toBeLessThan(1);
    fc.assert(
      fc.property(anyTask, fc.subarray([...RULE_IDS]), (task, extra) => {
        const own = new Set([...task.rules, ...extra]);
        expect(scoreOf(task, (rule) => own.has(rule))).toBe(1);
      }),
    );
  });

  it('gives partial credit, and takes it back for changes that were not asked for', () => {
    const expected = new Map<string, string | number>([
      ['refund A-1', 40],
      ['ticket', 'refunded'],
    ]);
    const score = (changes: readonly (readonly [string, string | number])[]) =>
      scoreEndState(new Map(changes), expected);
    expect(score([['ticket', 'refunded']]).score).toBe(0.5);
    expect(score([...expected, ['refund A-2', 5]])).toEqual({
      ...{ score: 0.5, missing: [], sideEffects: ['refund A-2: 5'] },
    });
    expect(score([['refund A-2', 5]])).toMatchObject({
      score: 0,
      missing: ['refund A-1: 40', 'ticket: refunded'],
    });
  });

  it('never rises by a change that was not asked for', () => {
    fc.assert(
      fc.property(anyTask, fc.nat(8), (task, cut) => {
        const world = new World(office.shop);
        for (const { tool, input } of task.plan(ALL).slice(0, cut)) world.use(tool, input);
        const before = scoreEndState(world.endState, task.expected).score;
        const changed = new Map([...world.endState, ['refund A-20000000', 1] as const]);
        expect(scoreEndState(changed, task.expected).score).toBeLessThanOrEqual(before);
      }),
    );
  });
});

describe('a trajectory', () => {
  it('shows every rule that its clerk broke', () => {
    for (const task of office.tasks.filter(
      ({ rules, difficulty }) => difficulty !== 'easy' && rules.length === 1,
    ))
      expect(rulesShownIn(saidTo(task, NONE)), task.question).toEqual(task.rules);
  });

  it('shows no rule of another task', () => {
    for (const task of office.tasks) {
      const shown = new Set([...rulesShownIn(saidTo(task, NONE)), ...rulesShownIn(saidTo(task, ALL))]);
      for (const rule of shown) expect(task.rules, task.question).toContain(rule);
    }
  });

  it('shows the rule of a ticket in which it did not bite', () => {
    const plain = office.tasks.filter(({ difficulty, rules }) => difficulty === 'easy' && rules.length === 1);
    const silent = plain.filter((task) => rulesShownIn(saidTo(task, NONE)).length === 0);
    expect(silent.map(({ question }) => question)).toEqual([]);
  });
});

describe('a world', () => {
  it('answers wrong names, arguments and numbers as a tool does, and changes nothing', () => {
    const world = new World(office.shop);
    for (const [tool, input] of [
      ['delete_everything', {}],
      ['issue_refund', { order_id: 'A-1', amount: 5 }],
      ['issue_refund', { order_id: 'A-20000', amount: -5 }],
      ['ship_items', { order_id: 'A-20000', sku: 'S-1', quantity: 1 }],
      ['book_slot', { order_id: 'A-20000', kind: 'call', at: 'tomorrow' }],
      ['look_up_orders', {}],
    ] as const)
      expect(world.use(tool, input).isError, tool).toBe(true);
    expect(world.endState.size).toBe(0);
  });

  it('is finished once its ticket is closed, and has no part in another world', () => {
    const [one, other] = [new World(office.shop), new World(office.shop)];
    expect(one.use('close_ticket', { resolution: 'refused' }).isError).toBe(false);
    expect(one.use('issue_refund', { order_id: 'A-20000', amount: 5 }).isError).toBe(true);
    expect(one.endState).toEqual(new Map([['ticket', 'refused']]));
    expect(other.endState.size).toBe(0);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { waitsForLock } from '@/server/db/testing/waits-for-lock';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import {
  BENCH_ACTOR,
  type BenchSlot,
  beginSplit,
  makeBenchSlot,
  move,
} from '@/server/serving/testing/slot-bench';
import { moveFlag } from './move-flag';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
});
afterAll(async () => {
  await closeDb();
  await database.close();
});

let slot: BenchSlot;
let made = 0;
beforeEach(async () => {
  made += 1;
  slot = await makeBenchSlot(`move-${made}`);
});

const rowOf = ({ slotId }: BenchSlot) => db().slot.findUniqueOrThrow({ where: { id: slotId } });
const changesOf = ({ slotId }: BenchSlot) =>
  db().flagChange.findMany({ where: { slotId }, orderBy: { id: 'asc' } });
const pointerOf = async (of: BenchSlot) => {
  const { livePromptId, previousPromptId, split, isReverted } = await rowOf(of);
  return { livePromptId, previousPromptId, isSplit: split !== null, isReverted };
};

describe('the one writer of flags', () => {
  it('moves the pointer and writes down what held from when on, by whom and why', async () => {
    const [first, second] = slot.prompts;
    await beginSplit(slot, 0.05);
    await move(slot, { kind: 'split', promptId: second, share: 0.25, step: 1 });
    await move(slot, { kind: 'promote', promptId: second });
    expect(await pointerOf(slot)).toEqual({
      livePromptId: second,
      previousPromptId: first,
      isSplit: false,
      isReverted: false,
    });
    await move(slot, { kind: 'revert' });
    expect(await pointerOf(slot)).toMatchObject({ livePromptId: first, isReverted: true });
    const changes = await changesOf(slot);
    expect(changes.map(({ kind, livePromptId }) => [kind, livePromptId])).toEqual([
      ['first', first],
      ['stepped', first],
      ['stepped', first],
      ['promoted', second],
      ['reverted', first],
    ]);
    expect(changes[2]).toMatchObject({
      split: { canaryId: slot.canaryId, step: 1, share: 0.25, optedIn: [] },
      actor: BENCH_ACTOR.name,
      reason: 'test',
    });
    const audited = await db().auditEntry.findMany({
      where: { subject: slot.slotId },
      orderBy: { id: 'asc' },
    });
    expect(audited.map(({ action }) => action)).toEqual(changes.map(({ kind }) => `flag.${kind}`));
  });

  it('ends a live step by a revert without touching what is live', async () => {
    await beginSplit(slot);
    await move(slot, { kind: 'revert' });
    expect(await pointerOf(slot)).toMatchObject({
      livePromptId: slot.prompts[0],
      isSplit: false,
      isReverted: true,
    });
  });

  it('ends a live step without harm, and the slot is as if it had never been', async () => {
    await beginSplit(slot);
    await move(slot, { kind: 'endSplit' });
    expect(await pointerOf(slot)).toMatchObject({
      livePromptId: slot.prompts[0],
      isSplit: false,
      isReverted: false,
    });
  });

  it('writes nothing and gives out no number where nothing changes', async () => {
    await beginSplit(slot);
    const reverted = await move(slot, { kind: 'revert' });
    for (const kind of ['revert', 'endSplit'] as const) {
      const again = await move(slot, { kind });
      expect([again.isChanged, again.configVersion]).toEqual([false, reverted.configVersion]);
    }
    expect(await changesOf(slot)).toHaveLength(3);
  });

  it('reverts once, however many press at the same moment', async () => {
    await beginSplit(slot);
    await move(slot, { kind: 'promote', promptId: slot.prompts[1] });
    const moved = await Promise.all(Array.from({ length: 5 }, () => move(slot, { kind: 'revert' })));
    expect(moved.filter(({ isChanged }) => isChanged)).toHaveLength(1);
    expect(await pointerOf(slot)).toMatchObject({ livePromptId: slot.prompts[0] });
  });

  it('goes back one way only: a second revert does not reach for what was live earlier still', async () => {
    const [first, second, third] = slot.prompts;
    await move(slot, { kind: 'first', promptId: first });
    await move({ ...slot, canaryId: 'cny_earlier' }, { kind: 'promote', promptId: third });
    await move(slot, { kind: 'split', promptId: second, share: 0.05, step: 0 });
    for (const _ of [1, 2, 3]) await move(slot, { kind: 'revert' });
    expect(await pointerOf(slot)).toMatchObject({ livePromptId: third, isSplit: false, isReverted: true });
  });

  it('lets no reverted canary come back, even by a step that was already under way', async () => {
    await beginSplit(slot);
    await move(slot, { kind: 'revert' });
    const [, second] = slot.prompts;
    for (const to of [
      { kind: 'split', promptId: second, share: 0.5, step: 1 },
      { kind: 'promote', promptId: second },
    ] as const)
      await expect(move(slot, to)).rejects.toMatchObject({ code: 'ROLLED_BACK_HASH', ruleId: 'CAN-1' });
    expect(await pointerOf(slot)).toMatchObject({ livePromptId: slot.prompts[0], isSplit: false });
    // Another canary of the same prompt is a new trial.
    expect(
      (await move({ ...slot, canaryId: 'cny_again' }, { kind: 'promote', promptId: second })).isChanged,
    ).toBe(true);
  });

  it('gives each change of a workspace a number of its own, in the order in which they hold', async () => {
    const others = await Promise.all([1, 2, 3].map((n) => makeBenchSlot(`number-${made}-${n}`)));
    const moved = await Promise.all(
      others.map((each) => move(each, { kind: 'first', promptId: each.prompts[0] })),
    );
    const numbers = moved.map(({ configVersion }) => configVersion).toSorted((a, b) => a - b);
    expect(numbers).toEqual([0, 1, 2].map((n) => (numbers[0] ?? 0) + n));
    const { configVersion } = await db().workspace.findUniqueOrThrow({
      where: { id: BENCH_ACTOR.workspaceId },
    });
    expect(configVersion).toBe(numbers.at(-1));
  });

  it('makes a second mover of a slot wait for the first, and see what it did', async () => {
    await beginSplit(slot);
    let second: Promise<unknown> = Promise.resolve();
    await db().$transaction(async (tx) => {
      const moving = { slotId: slot.slotId, actor: BENCH_ACTOR, reason: 'test' };
      await moveFlag(tx, { ...moving, move: { kind: 'promote', promptId: slot.prompts[1] } });
      second = move(slot, { kind: 'revert' });
      await waitsForLock(second);
    });
    await second;
    expect(await pointerOf(slot)).toMatchObject({ livePromptId: slot.prompts[0], isReverted: true });
  });

  it('leaves nothing behind where the caller’s transaction does not stand', async () => {
    const before = await rowOf(slot);
    await expect(
      db().$transaction(async (tx) => {
        const moving = { slotId: slot.slotId, actor: BENCH_ACTOR, reason: 'test' };
        await moveFlag(tx, { ...moving, move: { kind: 'first', promptId: slot.prompts[0] } });
        throw new Error('the caller thinks better of it');
      }),
    ).rejects.toThrow('thinks better');
    expect(await rowOf(slot)).toEqual(before);
    expect(await changesOf(slot)).toEqual([]);
  });

  it.each([
    { kind: 'first' as const },
    { kind: 'promote' as const },
    { kind: 'split' as const, share: 0.01, step: 0 },
  ])('keeps prompts learned in practice out of production for every caller: $kind', async (to) => {
    const rehearsal = await makeBenchSlot(`rehearsal-${made}-${to.kind}`, 'rehearsal');
    for (const each of [slot, rehearsal]) {
      const id = `spr_practice_${each.slotId}`;
      const text = 'Practice taught this.';
      const values = {
        version: 9,
        text,
        sha256: 'a'.repeat(64),
        isPractice: true,
        authors: [],
        createdBy: 'test',
      };
      await db().servedPrompt.create({ data: { id, slotId: each.slotId, ...values } });
      const moved = move(each, { ...to, promptId: id });
      if (each === rehearsal) expect((await moved).isChanged).toBe(true);
      else await expect(moved).rejects.toMatchObject({ code: 'PRACTICE_IN_PRODUCTION', ruleId: 'CAN-9' });
    }
  });

  it('knows no prompt of another slot, and no slot of another workspace', async () => {
    const other = await makeBenchSlot(`foreign-${made}`);
    await expect(move(slot, { kind: 'promote', promptId: other.prompts[0] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const actor = { workspaceId: 'wsp_other', name: 'stranger' };
    const moving = { slotId: slot.slotId, move: { kind: 'revert' }, actor, reason: 'test' } as const;
    await expect(db().$transaction((tx) => moveFlag(tx, moving))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

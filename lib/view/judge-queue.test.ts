import { describe, expect, it } from 'vitest';
import {
  countsOf,
  endWords,
  type JudgeQueue,
  judgedTrace,
  lastJudged,
  progressWords,
  reopenSkipped,
  skippedTrace,
  startQueue,
  undoneTrace,
} from './judge-queue';

type Step = (queue: JudgeQueue) => JudgeQueue;
const onCurrent =
  (change: (queue: JudgeQueue, id: string) => JudgeQueue): Step =>
  (queue) =>
    queue.currentId === null ? queue : change(queue, queue.currentId);
const [judge, skip] = [onCurrent(judgedTrace), onCurrent(skippedTrace)];

const queueAfter = (...steps: readonly Step[]) =>
  steps.reduce((queue, step) => step(queue), startQueue(['a', 'b', 'c']));

describe('a queue of traces', () => {
  it('shows each trace once, in order, and then ends', () => {
    const shown = [queueAfter(), queueAfter(judge), queueAfter(judge, skip)].map(
      ({ currentId }) => currentId,
    );
    expect(shown).toEqual(['a', 'b', 'c']);
    expect(queueAfter(judge, skip, judge).currentId).toBeNull();
  });

  it('goes back to the last judged trace on undo, past skipped ones', () => {
    const undone = queueAfter(judge, skip, undoneTrace);
    expect(undone).toMatchObject({ currentId: 'a', judgedIds: [], skippedIds: ['b'] });
    expect(judge(undone).currentId).toBe('c');
  });

  it('goes back again on a second undo, and shows both traces again', () => {
    const undone = queueAfter(judge, judge, undoneTrace, undoneTrace);
    expect(undone.currentId).toBe('a');
    expect(judge(undone).currentId).toBe('b');
  });

  it('stays as it is on undo without a judgement', () => {
    expect(lastJudged(queueAfter(skip))).toBeNull();
    expect(queueAfter(skip, undoneTrace)).toEqual(queueAfter(skip));
  });

  it('shows skipped traces again on request, and earlier ones after an undo', () => {
    const again = queueAfter(skip, judge, skip, reopenSkipped);
    expect(again.currentId).toBe('a');
    const undone = [judge, undoneTrace, undoneTrace].reduce((queue, step) => step(queue), again);
    expect(undone.currentId).toBe('b');
    expect(judge(undone).currentId).toBe('c');
    expect(judge(judge(undone)).currentId).toBe('a');
  });

  it('counts judged, skipped and remaining traces of the total', () => {
    expect(countsOf(queueAfter(judge, skip), 100)).toEqual({ judged: 1, skipped: 1, left: 98, total: 100 });
    expect(progressWords(countsOf(queueAfter(judge), 1234))).toBe('1 judged, 1,233 to go');
    expect(progressWords(countsOf(queueAfter(judge, skip, judge), 3))).toBe('2 judged, 1 skipped');
  });

  it.each([
    [[judge, judge, judge], 3, 'All 3 are judged'],
    [[judge, judge, judge], 50, '3 judged, 47 to go'],
    [[judge, judge, skip], 3, '2 judged, 1 skipped'],
  ] as const)('names its end (%#)', (steps, total, words) => {
    expect(endWords(countsOf(queueAfter(...steps), total))).toBe(words);
  });

  it('ends at once without a trace', () => {
    const empty = startQueue([]);
    expect(empty.currentId).toBeNull();
    expect(endWords(countsOf(empty, 0))).toBe('No traces to judge');
  });
});

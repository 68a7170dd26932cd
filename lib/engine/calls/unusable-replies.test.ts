import { describe, expect, it } from 'vitest';
import { runLoop } from '@/lib/engine/run-loop';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { toyRun } from '@/lib/testing/toy-run';

const counts = { train: 8, selection: 0, heldOut: 6, confirmation: 0 };
const manifest = buildManifest({
  split: { registrationId: 'spl_1', hash: 'h', counts },
  task: { ...buildManifest().task, scoring: { kind: 'judge', rubric: 'The answer is the expected word.' } },
  batch: { kind: 'static', size: 4, reason: 'A test of one size.' },
});

const VAGUE = 'Rather good.';

describe('replies that were paid for and cannot be read', () => {
  it('are journaled with their cause, are what the run counts as failures, and stay so in its replay', async () => {
    const store = journalStore();
    const judged = () =>
      toyRun({
        manifest,
        store,
        reply: ({ purpose, messages }) => {
          if (purpose !== 'judge') return undefined;
          return messages.some(({ content }) => content.includes('oak')) ? VAGUE : '{"score": 1}';
        },
      });
    const run = judged();
    await runLoop(run.input);
    const calls = [...store.calls.values()];
    const isVague = ({ answer }: (typeof calls)[number]) =>
      answer?.outcome.ok === true && answer.outcome.text === VAGUE;
    const unread = calls.filter(isVague);
    expect(unread.length).toBeGreaterThan(0);
    expect(unread.filter(({ unusable }) => unusable !== 'unparseable')).toEqual([]);
    expect(calls.filter(({ unusable }) => unusable !== null)).toHaveLength(unread.length);
    const end = run.ledger.entries.find(({ type }) => type === 'run.finished');
    expect(end?.data).toMatchObject({ failures: unread.length });

    const before = structuredClone(store.calls);
    await runLoop(judged().input);
    expect(store.calls).toEqual(before);
  });
});

import { describe, expect, it } from 'vitest';
import type { FactData } from '@/lib/domain/ledger-entry';
import { runLoop } from '@/lib/engine/run-loop';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { journalStore } from '@/lib/testing/memory-journal';
import { toyRun } from '@/lib/testing/toy-run';

const counts = { train: 30, selection: 0, heldOut: 4, confirmation: 0 };
const manifestOf = (mode?: 'online') =>
  buildManifest({
    split: { registrationId: 'spl_1', hash: 'h', counts },
    batch: { kind: 'static', size: 9, reason: 'a test' },
    method: { ...ACE_DEFAULT_SETTINGS, ...(mode ? { mode } : {}) },
  });

async function online(mode?: 'online', store = journalStore()) {
  const { input, ledger, model } = toyRun({ manifest: manifestOf(mode), store });
  const outcome = await runLoop(input);
  const windows = ledger.entries.flatMap((entry) =>
    entry.type === 'online.measured' ? [entry.data as FactData['online.measured']] : [],
  );
  const asked = model.requests.map(({ purpose }) => purpose);
  return { outcome, windows, asked, store };
}

describe('online learning', () => {
  it('scores each window under the playbook as it was, every example once', async () => {
    const { windows } = await online('online');
    expect(windows.map(({ examples }) => examples)).toEqual([9, 9, 9, 3]);
    // Nothing is known at first; what one window teaches is known in the next.
    expect(windows[0]?.score.mean).toBe(0);
    expect(windows.at(-1)?.score.mean).toBe(1);
    const right = windows.reduce((sum, { score, examples }) => sum + score.mean * examples, 0);
    expect(windows.at(-1)?.soFar.n).toBe(30);
    expect(windows.at(-1)?.soFar.mean).toBeCloseTo(right / 30);
  });

  it('costs no call beside those of learning offline', async () => {
    expect((await online('online')).asked.sort()).toEqual((await online()).asked.sort());
  });

  it('states nothing of the kind offline', async () => {
    expect((await online()).windows).toEqual([]);
  });

  it('comes to the same score when it is run again over its journal', async () => {
    const first = await online('online');
    const again = await online('online', first.store);
    expect(again.asked).toEqual([]);
    expect(again.outcome.runHash).toBe(first.outcome.runHash);
    expect(again.windows).toEqual(first.windows);
  });
});

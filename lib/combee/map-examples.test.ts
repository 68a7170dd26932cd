import { describe, expect, it } from 'vitest';
import type { Example } from '@/lib/domain/example';
import { SCORE_ZERO } from '@/lib/domain/score';
import type { Method } from '@/lib/methods/method';
import { aggregationManifest, askNobody, recordingMethod } from '@/lib/testing/recording-method';
import { mapExamples } from './map-examples';
import { settleAll } from './settle-all';

const examples: readonly Example[] = ['a', 'b', 'c', 'd'].map((id) => ({
  id,
  question: id,
  context: '',
  expected: '',
  groupKey: null,
  contentHash: id,
}));
const candidate = { hash: 'h', text: 'FROZEN' };
const shared = {
  manifest: aggregationManifest(),
  candidate,
  examples,
  toolsOf: () => ({ ask: askNobody, score: async () => SCORE_ZERO }),
};

describe('mapExamples', () => {
  it('starts all examples at once under one candidate and answers in their order', async () => {
    const base = recordingMethod();
    const releases: (() => void)[] = [];
    const method: Method = {
      ...base,
      mapExample: async (input) => {
        await new Promise<void>((resolve) => releases.push(resolve));
        return base.mapExample(input);
      },
    };
    const arrived: number[] = [];
    const running = mapExamples({ ...shared, method, onMapped: (_, ordinal) => arrived.push(ordinal) });
    expect(releases).toHaveLength(4);
    for (const release of releases.reverse()) {
      release();
      await Promise.resolve();
    }
    const mapped = await settleAll(running);
    expect(mapped.map((each) => each.reflection.ordinal)).toEqual([0, 1, 2, 3]);
    expect(mapped.map((each) => each.answer.text)).toEqual(['FROZEN', 'FROZEN', 'FROZEN', 'FROZEN']);
    expect(arrived.toSorted()).toEqual([0, 1, 2, 3]);
    expect(arrived).not.toEqual([0, 1, 2, 3]);
  });

  it('fails for the example that failed, and for no other', async () => {
    const base = recordingMethod();
    const method: Method = {
      ...base,
      mapExample: async (input) => {
        if (input.ordinal === 0) throw new Error('aborted');
        return base.mapExample(input);
      },
    };
    const ended = await Promise.allSettled(mapExamples({ ...shared, method }));
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  });
});

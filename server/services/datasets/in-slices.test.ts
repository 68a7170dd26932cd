import { describe, expect, it } from 'vitest';
import { importInSteps } from '@/lib/evaluation/import/import-examples';
import { inSlices } from './in-slices';

const MAPPING = {
  id: null,
  question: { path: 'q' },
  context: null,
  expected: { path: 'a' },
  groupKey: null,
  sourceSplit: null,
};

describe('a large import in the web process', () => {
  it('lets others be served all the while', async () => {
    const records = 20_000;
    const text = Array.from({ length: records }, (_, i) => `{"q":"question ${i}","a":"${i}"}`).join('\n');
    const options = { preset: 'generic', mapping: MAPPING, format: 'auto', skipBadLines: false } as const;
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 1);
    const outcome = await inSlices(importInSteps([{ name: 'large.jsonl', text }], options));
    clearInterval(others);
    expect(outcome.examples).toHaveLength(records);
    expect(turns).toBeGreaterThan(3);
  });
});

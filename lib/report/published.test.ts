import { describe, expect, it } from 'vitest';
import { PUBLISHED_POINTS, publishedModel } from './published';
import {
  PUBLISHED_CHOICES,
  PUBLISHED_ENTRIES,
  PUBLISHED_PLAYBOOK_QUALITY,
  PUBLISHED_PLAYBOOKS,
} from './published-playbooks';

const sizesOf = (rows: readonly { readonly dataset: string; readonly batchSize: number | null }[]) =>
  rows.map(({ dataset, batchSize }) => `${dataset} ${batchSize}`);

describe('published values', () => {
  it('are shares, positive times and whole sizes, each with its source', () => {
    for (const point of PUBLISHED_POINTS) {
      expect(point.accuracy).toBeGreaterThan(0.3);
      expect(point.accuracy).toBeLessThan(0.9);
      expect(point.trainSeconds ?? 1).toBeGreaterThan(0);
      expect(point.source).not.toBe('');
    }
    for (const { coverage, specificity } of PUBLISHED_PLAYBOOK_QUALITY) {
      expect(coverage).toBeLessThan(specificity);
    }
  });

  it('give one point for each place, arm and size of one source', () => {
    const places = PUBLISHED_POINTS.map(({ dataset, method, model, arm, batchSize, source }) =>
      [dataset, method, model, arm, batchSize, source].join(),
    );
    expect(new Set(places).size).toBe(places.length);
  });

  it('agree where one value is listed twice, and fall with the batch size', () => {
    for (const { dataset, batchSize, entries } of PUBLISHED_POINTS) {
      if (entries === undefined) continue;
      const listed = PUBLISHED_ENTRIES.find((one) => one.dataset === dataset && one.batchSize === batchSize);
      expect(listed?.entries).toBe(entries);
    }
    for (const dataset of ['Formula', 'FiNER']) {
      const counts = PUBLISHED_ENTRIES.filter((one) => one.dataset === dataset).map((one) => one.entries);
      expect(counts).toEqual([...counts].sort((a, b) => b - a));
    }
  });

  it("put Combee of GEPA at the size that the paper's controller chose", () => {
    const combee = PUBLISHED_POINTS.filter(({ arm, method }) => arm === 'Combee' && method === 'GEPA');
    const chosen = sizesOf(PUBLISHED_CHOICES.filter(({ method }) => method === 'GEPA'));
    expect(new Set(sizesOf(combee))).toEqual(new Set(chosen));
  });

  it('can all be drawn as playbooks: a judged one of Combee is at the chosen size, with a note', () => {
    expect(PUBLISHED_PLAYBOOKS).toHaveLength(PUBLISHED_ENTRIES.length + PUBLISHED_PLAYBOOK_QUALITY.length);
    expect(PUBLISHED_PLAYBOOKS.every(({ batchSize }) => batchSize !== null)).toBe(true);
    const judged = PUBLISHED_PLAYBOOKS.find(({ arm, coverage }) => arm === 'Combee' && coverage !== null);
    expect(judged).toMatchObject({ batchSize: 64, coverage: 0.836, entries: null });
    expect(judged?.note).toContain('the controller chose');
  });

  it('are those of the main model unless the run uses the other one', () => {
    expect(publishedModel('openai/gpt-oss-120b')).toBe('GPT-OSS 120B');
    expect(publishedModel('deepseek-chat')).toBe('DeepSeek-V3.1');
    expect(publishedModel('practice-task')).toBe('DeepSeek-V3.1');
  });
});

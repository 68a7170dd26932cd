import { describe, expect, it } from 'vitest';
import type { Edit } from '@/lib/domain/edit';
import { linesOf, scanTrail } from './scan-trail';
import { insightTrail } from './testing/insight-trail';

const add = (content: string, from?: readonly string[]): Edit => ({
  type: 'add',
  section: 'A',
  content,
  ...(from ? { from } : {}),
});
const scanned = (edits: readonly Edit[]) => ({
  groups: [{ group: 0, inputs: 2, edits, cause: null }],
  combined: null,
});

describe('the trail of a reflection', () => {
  it('lights the edits that name its insights, and no others', () => {
    const { edits } = scanTrail(
      scanned([add('Units first.', ['i0.0.0', 'i0.3.0']), add('Round late.', ['i0.2.0'])]),
      [insightTrail()],
      0,
    );
    expect([...edits]).toEqual(['Add to A: Units first.']);
  });

  it('lights none where the models were given no ids, rather than guess', () => {
    expect(scanTrail(scanned([add('Units first.')]), [insightTrail()], 0).edits.size).toBe(0);
  });

  it('ends at the line that it became, or says where it was lost', () => {
    const lost = insightTrail({ id: 'i0.0.1', place: 'lostLevel1', line: null, by: null });
    const { ends } = scanTrail(scanned([]), [insightTrail(), lost, insightTrail({ id: 'i0.5.0' })], 0);
    expect(ends.map(({ line, place }) => [line, place])).toEqual([
      ['misc-00001', 'In the prompt'],
      [null, 'Lost at level 1'],
    ]);
  });

  it('leads from a line to all of its reflections, those that said the same included', () => {
    const trails = [
      insightTrail({ alsoIds: ['i0.4.1'] }),
      insightTrail({ id: 'i0.2.0', line: 'misc-00001' }),
      insightTrail({ id: 'i0.3.0', line: 'calc-00002' }),
      insightTrail({ id: 'i0.6.0', line: null, place: 'lostLevel2' }),
    ];
    expect(linesOf(trails)).toEqual([
      { line: 'misc-00001', ordinals: [0, 2, 4] },
      { line: 'calc-00002', ordinals: [3] },
    ]);
  });
});

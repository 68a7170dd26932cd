import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit } from '@/lib/domain/edit';
import { settleEdits } from './settle-edits';

const add = (content: string): Edit => ({ type: 'add', section: 'OTHERS', content });
const update = (bulletId: string, content: string): Edit => ({ type: 'update', bulletId, content });
const merge = (bulletIds: string[], content: string): Edit => ({ type: 'merge', bulletIds, content });
const remove = (bulletId: string): Edit => ({ type: 'remove', bulletId });

const ids = ['a-00001', 'a-00002', 'a-00003', 'a-00004'] as const;
const [a, b, c, d] = ids;
const anyId = fc.constantFrom(...ids);
const anyText = fc.integer({ min: 0, max: 30 }).map((number) => `Rule ${number} holds for case K${number}.`);
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  anyText.map(add),
  fc.tuple(anyId, anyText).map(([id, text]) => update(id, text)),
  fc.tuple(fc.array(anyId, { maxLength: 4 }), anyText).map(([named, text]) => merge(named, text)),
  anyId.map(remove),
);

describe('settling edits of groups that did not see each other', () => {
  it('keeps the first of two updates of one bullet and adds what the other says', () => {
    expect(settleEdits([update(a, 'Use 12 months.'), update(a, 'Divide by equity.')])).toEqual([
      update(a, 'Use 12 months.'),
      add('Divide by equity.'),
    ]);
  });

  it('says two updates to the same effect once', () => {
    expect(settleEdits([update(a, 'Use 12 months.'), update(a, 'Use 12 months')])).toEqual([
      update(a, 'Use 12 months.'),
    ]);
  });

  it('lets an update win over a removal, whichever comes first', () => {
    expect(settleEdits([remove(a), update(a, 'x')])).toEqual([update(a, 'x')]);
    expect(settleEdits([update(a, 'x'), remove(a)])).toEqual([update(a, 'x')]);
  });

  it('lets a merge win over updates and removals of its sources', () => {
    expect(settleEdits([update(a, 'one'), merge([a, b], 'both'), remove(b)])).toEqual([
      add('one'),
      merge([a, b], 'both'),
    ]);
  });

  it('merges what an earlier merge has left, and adds the text where fewer than two are left', () => {
    expect(settleEdits([merge([a, b], 'first'), merge([b, c, d], 'second')])).toEqual([
      merge([a, b], 'first'),
      merge([c, d], 'second'),
    ]);
    expect(settleEdits([merge([a, b], 'first'), merge([b, c], 'second')])).toEqual([
      merge([a, b], 'first'),
      add('second'),
    ]);
  });

  it('leaves out sources that are not there, and edits that name nothing that is', () => {
    const known = new Set([a, b]);
    expect(settleEdits([merge([a, c, b], 'x')], known)).toEqual([merge([a, b], 'x')]);
    expect(settleEdits([merge([a, c], 'x'), update(d, 'y'), remove(c)], known)).toEqual([]);
  });

  it('removes a bullet once', () => {
    expect(settleEdits([remove(a), remove(a)])).toEqual([remove(a)]);
  });

  it('never wants two things of one bullet, keeps every addition, and changes nothing that is settled', () => {
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 12 }), (edits) => {
        const settled = settleEdits(edits);
        const claimed = settled.flatMap((edit) =>
          edit.type === 'add' ? [] : edit.type === 'merge' ? edit.bulletIds : [edit.bulletId],
        );
        expect(new Set(claimed).size).toBe(claimed.length);
        for (const edit of edits) if (edit.type === 'add') expect(settled).toContain(edit);
        expect(settleEdits(settled)).toEqual(settled);
      }),
    );
  });

  it('loses no text that an update taught', () => {
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 12 }), (edits) => {
        const said = settleEdits(edits).flatMap((edit) => (edit.type === 'remove' ? [] : [edit.content]));
        for (const edit of edits) if (edit.type === 'update') expect(said).toContain(edit.content);
      }),
    );
  });
});

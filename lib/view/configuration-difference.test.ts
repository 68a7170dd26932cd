import { describe, expect, it } from 'vitest';
import { differenceRows } from './configuration-difference';

describe('the difference of two configurations', () => {
  it('says of each setting what stood on either side, ids with their names', () => {
    const rows = differenceRows({
      changes: [
        { path: 'lanes', before: 8, after: 16 },
        { path: 'taskId', before: 'tsk_1', after: 'tsk_2' },
        { path: 'batch.profileSizes', before: null, after: [4, 8] },
        { path: 'seedCandidateText', before: '', after: 'One.\nTwo.' },
      ],
      names: { tsk_1: 'Formula' },
    });
    expect(rows.map(({ before, after, isText }) => [before, after, isText])).toEqual([
      ['8', '16', false],
      ['Formula (tsk_1)', 'tsk_2', false],
      ['not set', '[4,8]', false],
      ['empty', 'One.\nTwo.', true],
    ]);
    expect(rows.map(({ data }) => [data.before, data.after])).toEqual([
      [8, 16],
      ['Formula (tsk_1)', 'tsk_2'],
      [null, '[4,8]'],
      ['empty', 'One.\nTwo.'],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { taskIdsOf } from './task-ids';

describe('pasted ids of tasks', () => {
  it('are read from lines, commas and JSON, each once', () => {
    const ids = ['82e2fac_1', '82e2fac_2'];
    for (const text of ['82e2fac_1\n82e2fac_2\n', '82e2fac_1, 82e2fac_2,82e2fac_1', JSON.stringify(ids)])
      expect(taskIdsOf(text)).toEqual(ids);
    expect(taskIdsOf(' \n')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { relisted } from './tool-draft';

const tool = (server: string, name: string, more: object = {}) => ({
  ...{ server, name, description: `${name} it`, parameters: { type: 'object' } },
  ...more,
});
const drafted = (server: string, name: string, more: object = {}) => ({
  ...tool(server, name, more),
  parameters: '{"type":"object"}',
});
const marks = (isAllowed: boolean, isLearned: boolean) => ({ isAllowed, isLearned });

describe('tools that are listed again', () => {
  it('keep their marks, are as the server has them now, and new ones are allowed', () => {
    const before = [
      { ...drafted('desk', 'find'), ...marks(false, true) },
      { ...drafted('desk', 'gone'), ...marks(true, true) },
    ];
    const now = [tool('desk', 'find', { description: 'Finds.' }), tool('desk', 'new')];
    expect(relisted(before, [{ server: 'desk', tools: now, fault: null }])).toEqual([
      { ...drafted('desk', 'find', { description: 'Finds.' }), ...marks(false, true) },
      { ...drafted('desk', 'new'), ...marks(true, false) },
    ]);
  });

  it('stay where their server was not reached, and go with a server that was removed', () => {
    const desk = { ...drafted('desk', 'find'), ...marks(true, true) };
    const other = { ...drafted('other', 'find'), ...marks(true, false) };
    expect(relisted([desk, other], [{ server: 'desk', tools: [], fault: 'It is away.' }])).toEqual([desk]);
  });
});

import { describe, expect, it } from 'vitest';
import { SeenConversations } from './seen-conversations';

const item = (id: string, length = 90) => ({ id, text: 'x'.repeat(length) });

describe('conversations seen in a rollout', () => {
  it('returns what was kept, turns and items apart', () => {
    const seen = new SeenConversations();
    const turn = { items: [item('a')], fields: { system: 'S' } };
    seen.keepTurn('a', turn);
    expect(seen.turn('a')).toBe(turn);
    expect(seen.item('a')).toBeUndefined();
    seen.keepItem(item('a'));
    expect(seen.item('a')).toEqual(item('a'));
  });

  it('forgets what was not referred to for longest', () => {
    const seen = new SeenConversations(300);
    seen.keepItem(item('a'));
    seen.keepItem(item('b'));
    seen.item('a');
    seen.keepItem(item('c'));
    expect([seen.item('a'), seen.item('b'), seen.item('c')].map((kept) => kept?.id)).toEqual([
      'a',
      undefined,
      'c',
    ]);
  });

  it('keeps nothing that is larger than the whole store', () => {
    const seen = new SeenConversations(300);
    seen.keepItem(item('a', 400));
    expect(seen.item('a')).toBeUndefined();
    seen.keepItem(item('b'));
    expect(seen.item('b')?.id).toBe('b');
  });

  it('counts a turn once when it is kept again', () => {
    const seen = new SeenConversations(300);
    for (let count = 0; count < 10; count += 1)
      seen.keepTurn('conversation', { items: [item('a')], fields: {} });
    seen.keepItem(item('b'));
    expect(seen.turn('conversation')).toBeDefined();
  });
});

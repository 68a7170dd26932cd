import { describe, expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time';

/** A source of answers that a test lets through one question after the other. */
function gate() {
  const asked: (readonly string[])[] = [];
  const open: (() => void)[] = [];
  const lookUp = oneAtATime(async (names) => {
    asked.push(names);
    await new Promise<void>((resolve) => open.push(resolve));
    if (names.includes('broken')) throw new Error('away');
    return new Map(names.filter((name) => name !== 'unknown').map((name) => [name, `value of ${name}`]));
  });
  return { asked, lookUp, next: () => expect.poll(() => open.shift()?.() ?? open.length).toBe(0) };
}

describe('look-ups one at a time', () => {
  it('ask once for all that came while a question was under way', async () => {
    const { asked, lookUp, next } = gate();
    const first = lookUp('a');
    const rest = Array.from({ length: 900 }, (_, n) => lookUp(`guess ${n}`));
    const valid = lookUp('b');
    await next();
    expect(await first).toBe('value of a');
    await next();
    expect(await valid).toBe('value of b');
    expect(await Promise.all(rest)).toHaveLength(900);
    expect(asked.map(({ length }) => length)).toEqual([1, 901]);
  });

  it('answer undefined for a name that is unknown, and go on after a failure', async () => {
    const { lookUp, next } = gate();
    const broken = expect(lookUp('broken')).rejects.toThrow('away');
    const [unknown, known] = [lookUp('unknown'), lookUp('a')];
    await next();
    await broken;
    await next();
    expect([await unknown, await known]).toEqual([undefined, 'value of a']);
  });
});

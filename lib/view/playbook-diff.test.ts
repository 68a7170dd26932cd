import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBullets } from '@/lib/projection/playbook-bullets';
import { diffBullets, diffByLine, isEmptyPlaybook } from './playbook-diff';

const BEFORE =
  '## CALC\n[calc-00001] helpful=1 harmful=0 :: Divide by equity.\n[calc-00002] helpful=0 harmful=0 :: Round late.\n';
const AFTER =
  '## CALC\n[calc-00001] helpful=1 harmful=0 :: Divide by assets.\n[calc-00002] helpful=2 harmful=0 :: Round late.\n[calc-00003] helpful=0 harmful=0 :: Check the sign.\n';

describe('the difference of two playbooks', () => {
  it('reads bullets with section and counters, and leaves other lines alone', () => {
    expect(readBullets(`Some preface\n${BEFORE}`)[0]).toEqual({
      id: 'calc-00001',
      section: 'CALC',
      helpful: 1,
      harmful: 0,
      text: 'Divide by equity.',
    });
  });

  it('names what was added, changed, or only counted, by bullet id', () => {
    const changes = diffBullets(BEFORE, AFTER);
    expect(changes.map(({ id, kind }) => [id, kind])).toEqual([
      ['calc-00001', 'changed'],
      ['calc-00002', 'counted'],
      ['calc-00003', 'added'],
    ]);
    expect(changes[1]?.helpful).toBe('0 → 2');
    expect(changes[0]?.parts.filter((part) => part.mark !== 'same').map((part) => part.text)).toEqual([
      'equity',
      'assets',
    ]);
  });

  it('says removed the other way round', () => {
    expect(diffBullets(AFTER, BEFORE).map((change) => change.kind)).toContain('removed');
  });

  it('gives both texts back from the lines of the difference', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'dd'), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffByLine(`${before}\n`, `${after}\n`);
        const side = (dropped: string) =>
          lines.filter((line) => line.mark !== dropped).map((line) => line.text);
        expect(side('added').join('\n')).toBe(before);
        expect(side('removed').join('\n')).toBe(after);
      }),
    );
  });

  it('takes sections alone for empty, and any other text for what it is', () => {
    expect(['', '## A\n\n## B\n'].every(isEmptyPlaybook)).toBe(true);
    expect(isEmptyPlaybook('Answer with one number.')).toBe(false);
  });
});

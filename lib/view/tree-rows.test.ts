import { describe, expect, it } from 'vitest';
import { moveInTree, visibleRows } from './tree-rows';

interface Node {
  readonly id: string;
  readonly children: readonly Node[];
}

const leaf = (id: string): Node => ({ id, children: [] });
const TREE: readonly Node[] = [{ id: 'a', children: [leaf('a1'), leaf('a2')] }, leaf('b')];
const OPEN = visibleRows(TREE, new Set());
const FOLDED = visibleRows(TREE, new Set(['a']));

describe('rows of a tree', () => {
  it('shows a branch with its level and place, and hides what is folded away', () => {
    expect(OPEN.map(({ node, level, place, siblings }) => [node.id, level, place, siblings])).toEqual([
      ['a', 1, 1, 2],
      ['a1', 2, 1, 2],
      ['a2', 2, 2, 2],
      ['b', 1, 2, 2],
    ]);
    expect(FOLDED.map(({ node, isOpen }) => [node.id, isOpen])).toEqual([
      ['a', false],
      ['b', null],
    ]);
  });

  it('reaches every row from the first by one key, and comes back', () => {
    const ids = OPEN.map(({ node }) => node.id);
    for (const [at, id] of ids.entries()) {
      expect(moveInTree(OPEN, id, 'ArrowDown')).toEqual(
        at + 1 < ids.length ? { kind: 'go', id: ids[at + 1] } : null,
      );
      expect(moveInTree(OPEN, id, 'ArrowUp')).toEqual(at > 0 ? { kind: 'go', id: ids[at - 1] } : null);
    }
    expect(moveInTree(OPEN, 'a1', 'End')).toEqual({ kind: 'go', id: 'b' });
    expect(moveInTree(OPEN, 'b', 'Home')).toEqual({ kind: 'go', id: 'a' });
  });

  it('opens, enters, goes to the parent and closes by left and right', () => {
    expect(moveInTree(FOLDED, 'a', 'ArrowRight')).toEqual({ kind: 'open', id: 'a' });
    expect(moveInTree(OPEN, 'a', 'ArrowRight')).toEqual({ kind: 'go', id: 'a1' });
    expect(moveInTree(OPEN, 'a2', 'ArrowLeft')).toEqual({ kind: 'go', id: 'a' });
    expect(moveInTree(OPEN, 'a', 'ArrowLeft')).toEqual({ kind: 'close', id: 'a' });
    expect(moveInTree(OPEN, 'b', 'ArrowRight')).toBeNull();
    expect(moveInTree(OPEN, 'gone', 'ArrowDown')).toBeNull();
  });
});

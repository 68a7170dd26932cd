import { describe, expect, it } from 'vitest';
import { collectRoads } from './collect-roads';

const PLACES = ['0/p10', '0/p1/s1', '0', '0/p2', '0/p1'];

function groupsIn(order: readonly string[]) {
  const roads = collectRoads();
  roads.tell('iteration.started', '0', { iteration: 0, epoch: 0, candidateHash: 'h', exampleIds: ['a'] });
  for (const place of order) {
    const final = { iteration: 0, mode: 'plainCall', edits: [], text: place, cause: null };
    roads.tell('scan.combined', place, final as never);
  }
  roads.tell('iteration.closed', '0', { iteration: 0 } as never);
  return roads.close(0, { before: '', after: '' })?.reduces.map(({ final }) => final.text);
}

describe('the road of an iteration whose proposals go on side by side', () => {
  it('holds its reduces in the order of the proposals, whichever of them spoke first', () => {
    const inOrder = ['0', '0/p1', '0/p1/s1', '0/p2', '0/p10'];
    expect(groupsIn(PLACES)).toEqual(inOrder);
    expect(groupsIn([...PLACES].reverse())).toEqual(inOrder);
  });
});

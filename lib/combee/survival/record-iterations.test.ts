import { describe, expect, it } from 'vitest';
import { recordIterations } from './record-iterations';

const PLACES = ['0/p10', '0/p1/s1', '0', '0/p2', '0/p1'];

function groupsIn(order: readonly string[]) {
  const recorder = recordIterations();
  recorder.record('iteration.started', '0', {
    iteration: 0,
    epoch: 0,
    candidateHash: 'h',
    exampleIds: ['a'],
  });
  for (const place of order) {
    const final = { iteration: 0, mode: 'plainCall', edits: [], text: place, cause: null };
    recorder.record('scan.combined', place, final as never);
  }
  recorder.record('iteration.closed', '0', { iteration: 0 } as never);
  return recorder.close(0, { before: '', after: '' })?.reduces.map(({ final }) => final.text);
}

describe('the record of an iteration whose proposals go on side by side', () => {
  it('holds its reduces in the order of the proposals, whichever of them spoke first', () => {
    const inOrder = ['0', '0/p1', '0/p1/s1', '0/p2', '0/p10'];
    expect(groupsIn(PLACES)).toEqual(inOrder);
    expect(groupsIn([...PLACES].reverse())).toEqual(inOrder);
  });
});

import { describe, expect, it } from 'vitest';
import { type ApprovedReadiness, lostSinceApproval } from './lost-since-approval';

const ready = (state: string, blockedBy: string | null = null): ApprovedReadiness => ({
  blockedBy,
  lights: [{ name: 'seed', state }],
});

describe('what an approval rests on', () => {
  it('is lost with a green light that went out, and names it', () => {
    for (const now of [ready('red'), ready('notMeasured'), null])
      expect(lostSinceApproval(ready('green'), now)).toMatch(/: seed\.$/);
  });

  it('is lost when something comes to stand against the claim', () => {
    expect(lostSinceApproval(ready('red'), ready('red', 'SPEEDUP_CONDITIONS_UNMET'))).toMatch(
      /SPEEDUP_CONDITIONS_UNMET/,
    );
  });

  it('is not lost by more evidence, by a light that was missing before, nor without a run behind the prompt', () => {
    expect(lostSinceApproval(ready('notMeasured'), ready('green'))).toBeNull();
    expect(lostSinceApproval(ready('red'), ready('notMeasured'))).toBeNull();
    expect(lostSinceApproval(ready('red', 'A'), ready('red', 'B'))).toBeNull();
    expect(lostSinceApproval(null, ready('red', 'A'))).toBeNull();
  });
});

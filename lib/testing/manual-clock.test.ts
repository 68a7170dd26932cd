import { describe, expect, it } from 'vitest';
import { manualClock } from './manual-clock';

describe('manualClock', () => {
  it('rings what is due, earliest first, each at its own time, and nothing that was cancelled', () => {
    const clock = manualClock();
    const rung: string[] = [];
    const ring = (name: string) => () => rung.push(`${name}@${clock.monotonicMs()}`);
    clock.after(30, ring('late'));
    clock.after(10, () => clock.after(5, ring('nested')));
    clock.after(20, ring('cancelled'))();
    clock.after(90, ring('not yet'));
    expect(clock.untilNextMs()).toBe(10);
    clock.advance(50);
    expect(rung).toEqual(['nested@15', 'late@30']);
    expect(clock.monotonicMs()).toBe(50);
    expect(clock.untilNextMs()).toBe(40);
  });

  it('says that nothing is due where no alarm is set', () => {
    expect(manualClock().untilNextMs()).toBeNull();
  });
});

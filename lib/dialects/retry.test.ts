import { describe, expect, it } from 'vitest';
import { CallRetries } from './retry';

describe('retries of an SDK', () => {
  it('the same body joins the call that is in flight', () => {
    const calls = new CallRetries();
    expect(calls.arrive('d', 1)).toEqual({ kind: 'new' });
    expect(calls.arrive('d', 2)).toEqual({ kind: 'joins', ordinal: 1 });
    expect(calls.arrive('other', 2)).toEqual({ kind: 'new' });
  });

  it('the same body replaces a call that failed or was cut', () => {
    const calls = new CallRetries();
    calls.arrive('d', 1);
    calls.end('d', 1, false);
    expect(calls.arrive('d', 2)).toEqual({ kind: 'replaces', ordinal: 1 });
    calls.end('d', 2, false);
    expect(calls.arrive('d', 3)).toEqual({ kind: 'replaces', ordinal: 2 });
  });

  it('the same body is a new call after a reply that was delivered whole', () => {
    const calls = new CallRetries();
    calls.arrive('d', 1);
    calls.end('d', 1, true);
    expect(calls.arrive('d', 2)).toEqual({ kind: 'new' });
  });

  it('a late end of a replaced call changes nothing', () => {
    const calls = new CallRetries();
    calls.arrive('d', 1);
    calls.end('d', 1, false);
    calls.arrive('d', 2);
    calls.end('d', 1, true);
    expect(calls.arrive('d', 3)).toEqual({ kind: 'joins', ordinal: 2 });
  });
});

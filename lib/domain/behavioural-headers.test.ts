import { describe, expect, it } from 'vitest';
import { marksOf, pinnedHeaders, unknownMarks } from './behavioural-headers';

const HEADERS = { 'X-Route': 'east-2', 'x-tenant': 'acme', authorisation: 'Bearer abc' };

describe('headers that affect answers', () => {
  it('are pinned by name in small letters, and the others are not', () => {
    expect(pinnedHeaders(HEADERS, ['x-route'])).toEqual({ 'x-route': 'east-2' });
    expect(pinnedHeaders(HEADERS, [])).toEqual({});
    expect(pinnedHeaders({}, ['x-route'])).toEqual({});
  });

  it.each(['eu-west-1', 'gpt-4o-mini', 'blue', '2026-11-23', 'deployment: canary 3', ''])(
    'show %j, which reads as a name',
    (value) => {
      expect(pinnedHeaders({ 'x-route': value }, ['x-route'])).toEqual({ 'x-route': value });
    },
  );

  it.each([
    ['x-route', 'sk-abc123DEF456ghi789'],
    ['x-route', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
    ['x-route', 'eyJhbGciOiJIUzI1NiJ9.e30.abc'],
    ['x-route', '0f8fad5bd9cb469fa16570867728950e'],
    ['x-api-key', 'hunter'],
    ['x-session', 'blue'],
  ])('hide the value of %s: %s behind its hash, which tells values apart', (name, value) => {
    const pinned = pinnedHeaders({ [name]: value }, [name])[name];
    expect(pinned).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(pinnedHeaders({ [name]: value }, [name])[name]).toBe(pinned);
    expect(pinnedHeaders({ [name]: `${value}x` }, [name])[name]).not.toBe(pinned);
  });

  it('keep marks of headers that are there, and name those that are not', () => {
    expect(marksOf(HEADERS, ['x-route', 'X-ROUTE', 'x-gone'])).toEqual(['X-Route']);
    expect(unknownMarks(HEADERS, ['x-route', 'x-gone'])).toEqual(['x-gone']);
  });
});

import { describe, expect, it } from 'vitest';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { assertMayAcknowledge, assertNotConfounded, confoundingOf, isConfounded } from './confounding';

const real = buildModelBinding({ practice: false, origin: 'https://a.example', model: 'm' });
const roles = (proposer: Partial<typeof real>, practice = false) =>
  buildManifest({
    kind: 'combee',
    models: {
      serving: { ...real, practice },
      proposer: { ...real, practice, ...proposer },
      evaluator: real,
    },
  });
const WORD = { by: 'ada', reason: 'Another proposer gained as much.', at: '2026-11-22T00:00:00.000Z' };

describe('R-028: a proposer that is also the serving model', () => {
  it('is one model at one place, and the practice model is the same wherever it listens', () => {
    expect(isConfounded(roles({}))).toBe(true);
    expect(isConfounded(roles({ model: 'other' }))).toBe(false);
    expect(isConfounded(roles({ origin: 'https://b.example' }))).toBe(false);
    expect(isConfounded(roles({ origin: 'https://b.example' }, true))).toBe(true);
    expect(isConfounded({ ...roles({}), kind: 'evaluation' })).toBe(false);
  });

  it('blocks the headline until a person acknowledges it, and then shows the reason in it', () => {
    const open = confoundingOf(roles({}), null);
    expect(() => assertNotConfounded(open)).toThrow(expect.objectContaining({ code: 'ROLES_CONFOUNDED' }));
    const said = confoundingOf(roles({}), WORD);
    expect(said?.sentence).toBe(
      'Proposer and serving model are the same (m), acknowledged by ada: Another proposer gained as much.',
    );
    expect(() => assertNotConfounded(said)).not.toThrow();
    expect(() => assertNotConfounded(confoundingOf(roles({ model: 'other' }), null))).not.toThrow();
  });

  it('is acknowledged with a reason, and only where it is so', () => {
    expect(() => assertMayAcknowledge(roles({}), '  because it is so  ')).toThrow(
      expect.objectContaining({ code: 'ROLES_CONFOUNDED' }),
    );
    expect(() => assertMayAcknowledge(roles({}), WORD.reason)).not.toThrow();
    expect(() => assertMayAcknowledge(roles({ model: 'other' }), WORD.reason)).toThrow(/are not the same/);
  });
});

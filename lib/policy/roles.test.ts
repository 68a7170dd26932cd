import { describe, expect, it } from 'vitest';
import { type Actor, GRANTS, type Permission, ROLES, type SlotKey } from '@/lib/domain/actor';
import { testActor } from '@/lib/testing/test-actor';
import { authorize, may } from './roles';

const person = { workspaceId: 'w', name: 'ann', via: 'session', userId: 'u', keyId: null } as const;
const PERMISSIONS = GRANTS.owner;
const needs = <P extends Permission>(_actor: Actor<P>) => undefined;

describe('authorize', () => {
  it('gives an actor to every role that has the permission, and names those roles to the others', () => {
    for (const permission of PERMISSIONS) {
      const able = ROLES.filter((role) => may(role, permission));
      for (const role of ROLES) {
        const attempt = () => authorize({ ...person, role }, permission);
        if (able.includes(role)) expect(attempt()).toMatchObject({ role });
        else expect(attempt).toThrow(`As ${role} you may not do this. It takes: ${able.join(' or ')}.`);
      }
    }
  });

  it('holds a key of a slot to its scopes, whatever its role', () => {
    const slotKey: SlotKey = { slotId: 'slt_1', scopes: ['ingest'], isBrowser: false, origins: [] };
    const key: Actor = { ...person, role: 'owner', slotKey };
    expect(authorize(key, 'ingest')).toBe(key);
    expect(() => authorize(key, 'read')).toThrow(/belongs to one slot and may only do this there: ingest/);
  });
});

/** The compiler is the test: an expected error that does not occur fails the type check. */
describe('an authorized actor', () => {
  it('is made by authorize alone, and a copy of it with another role is none', () => {
    const owner = testActor('owner');
    // @ts-expect-error an actor that was never authorized may not even read
    needs<'read'>({ ...person, role: 'owner' });
    // @ts-expect-error a copy may have another role
    needs<'read'>({ ...owner, role: 'viewer' });
    // @ts-expect-error a copy may be of another workspace
    needs<'read'>({ ...owner, workspaceId: 'other' });
    needs<'administer'>(owner);
  });

  it('fits where all who have its permission have the wanted one, and nowhere else', () => {
    const experimenter = testActor('experimenter');
    needs<'read'>(experimenter);
    needs<'discuss'>(experimenter);
    needs<'ingest'>(experimenter);
    needs<'evaluate'>(testActor('viewer'));
    needs<'revert'>(testActor('reviewer'));
    needs<'review'>(testActor('owner'));
    // @ts-expect-error experimenters review nothing
    needs<'review'>(experimenter);
    // @ts-expect-error reviewers start no runs
    needs<'experiment'>(testActor('reviewer'));
    // @ts-expect-error a viewer says nothing on a report
    needs<'discuss'>(testActor('viewer'));
    // @ts-expect-error only owners administer
    needs<'administer'>(experimenter);
  });

  it('that may be the key of a slot reads nothing', () => {
    const owner: Actor = { ...person, role: 'owner' };
    // @ts-expect-error the scope to ingest reads nothing
    needs<'read'>(authorize(owner, 'ingest'));
    // @ts-expect-error the scope to roll back takes part in no discussion
    needs<'discuss'>(authorize(owner, 'revert'));
    // @ts-expect-error authorized for one of the two is not authorized for the other
    needs<'ingest'>(authorize(owner, 'evaluate' as 'evaluate' | 'ingest'));
  });
});

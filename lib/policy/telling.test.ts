import { describe, expect, it } from 'vitest';
import { ROLES } from '@/lib/domain/actor';
import { type Hearer, hearersOf } from './telling';

const members: readonly Hearer[] = ROLES.map((role) => ({
  userId: `usr_${role}`,
  name: `${role}@example.com`,
  role,
  isActive: true,
}));
const told = (event: Parameters<typeof hearersOf>[0], people = members) =>
  hearersOf(event, people).map(({ role }) => role);

describe('whom an event is told', () => {
  it('tells the team everything but what they did themselves, and viewers nothing', () => {
    expect(told({ audience: { kind: 'team' }, actor: 'worker' })).toEqual([
      'owner',
      'experimenter',
      'reviewer',
    ]);
    expect(told({ audience: { kind: 'team' }, actor: 'owner@example.com' })).not.toContain('owner');
  });

  it('asks every approver for approval, and no author', () => {
    const audience = { kind: 'reviewers', authors: ['owner@example.com'] } as const;
    expect(told({ audience, actor: 'worker' })).toEqual(['reviewer']);
  });

  it('tells people who are named by their name or id, whatever their role', () => {
    const names = ['viewer@example.com', 'key nightly'];
    expect(told({ audience: { kind: 'named', names }, actor: 'worker' })).toEqual(['viewer']);
    expect(told({ audience: { kind: 'people', userIds: ['usr_viewer'] }, actor: 'worker' })).toEqual([
      'viewer',
    ]);
  });

  it('tells no person who can no longer sign in', () => {
    const gone = members.map((each) => ({ ...each, isActive: false }));
    expect(told({ audience: { kind: 'team' }, actor: 'worker' }, gone)).toEqual([]);
  });
});

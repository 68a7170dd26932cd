import { describe, expect, it } from 'vitest';
import { listPeople, resetPassword } from '@/lib/contracts/people';
import type { Actor } from '@/lib/domain/actor';
import { serve } from './serve';

const readers = async (_actor: Actor<'read'>) => ({ items: [] });
const experimenters = async (_actor: Actor<'experiment'>) => ({ items: [] });
const owners = async (_actor: Actor<'administer'>) => ({ items: [] });

/** The compiler is the test: an expected error that does not occur fails the type check. */
describe('a row of the operation table', () => {
  it('binds a service that takes what the contract has checked, or less', () => {
    const reset = async (_actor: Actor<'administer'>) => ({ password: '' });
    const readsOnly = async (_actor: Actor<'read'>) => ({ password: '' });
    const rows = [serve(listPeople, readers), serve(resetPassword, reset), serve(resetPassword, readsOnly)];
    expect(rows.map(({ operation }) => operation.permission)).toEqual(['read', 'administer', 'administer']);
  });

  it('does not bind a service that takes more than the contract has checked', () => {
    // @ts-expect-error the contract says read, the service experiments
    serve(listPeople, experimenters);
    // @ts-expect-error the contract says read, the service administers
    serve(listPeople, (actor) => owners(actor));
    // @ts-expect-error the permission cannot be named at the row
    serve<never, never, never, typeof listPeople.response, 'administer'>(listPeople, owners);
  });
});

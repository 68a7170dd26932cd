import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_OPERATIONS } from '@/lib/contracts/api';
import { describedOperations, drawRequest } from '@/server/http/testing/drawn-requests';
import { sessionHeaders } from '@/server/http/testing/sessions';
import { type Called, startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { freshIds, seedCatalogue } from '@/server/http/testing/test-catalogue';

/**
 * An owner of a second workspace sends every valid request about the things of the first. The list is made from the
 * contracts, so that an operation is covered from the day on which its scope is named.
 */
let api: TestApi;
let ids: Record<string, string>;
let stranger: Readonly<Record<string, string>>;

beforeAll(async () => {
  api = await startTestApi();
  ids = await freshIds(api, await seedCatalogue(api));
  const { db } = api.database;
  await db.workspace.create({ data: { id: 'wsp_other', name: 'Other' } });
  await db.user.create({
    data: { id: 'usr_other', email: 'other@example.com', name: 'Other', passwordHash: 'none' },
  });
  await db.membership.create({ data: { workspaceId: 'wsp_other', userId: 'usr_other', role: 'owner' } });
  const other = { ...api, workspaceId: 'wsp_other' };
  stranger = await sessionHeaders(other, { userId: 'usr_other', signedInAtMs: Date.now() });
});
afterAll(() => api.close());

const NAMED = API_OPERATIONS.filter(({ scope }) => scope.endsWith('Id'));
const READ = API_OPERATIONS.filter(({ scope, method }) => !scope.endsWith('Id') && method === 'GET');
const DESCRIBED = describedOperations();

async function askAsStranger(operationId: string): Promise<Called> {
  const described = DESCRIBED.find((each) => each.described.operationId === operationId);
  if (described === undefined) throw new Error(`${operationId} is not in the document`);
  const { headers, ...request } = await drawRequest(described, ids, 1);
  return api.call(operationId, { ...request, as: null, headers: { ...headers, ...stranger } });
}

describe('an owner of another workspace', () => {
  it.each(NAMED.map(({ id }) => [id]))('finds nothing of this one by %s', async (id) => {
    const { status, text } = await askAsStranger(id);
    expect(status, text).toBe(404);
  });

  it.each(READ.map(({ id }) => [id]))('reads nothing of this one by %s', async (id) => {
    const { status, text } = await askAsStranger(id);
    if (status >= 400) return;
    for (const thing of Object.values(ids).filter((value) => /^[a-z]{3}_/.test(value)))
      expect(text).not.toContain(thing);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/domain/actor';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { recordAudit } from './record-audit';
import { sealAudit } from './seal-audit';

/** The audit log as a chain: it grows by committed entries, and tampering is detected. */
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const ada: Pick<Actor, 'workspaceId' | 'name'> = { workspaceId: 'wsp_test', name: 'ada@example.com' };
const write = (subject: string) =>
  recordAudit(api.database.db, ada, 'slot.created', subject, {
    share: 0.1,
    nested: { b: 1, a: [null, 'ü'] },
  });
const verify = async (query = {}) => (await api.call('verifyAudit', { query, as: 'reviewer' })).json;
const written = ({ head }: { head: { seq: number; hash: string } }) => `${head.seq}:${head.hash}`;

/** Acts as an attacker with full access to the database. */
async function tamper(sql: string): Promise<void> {
  await api.database.db.$executeRawUnsafe('ALTER TABLE "AuditEntry" DISABLE TRIGGER USER');
  await api.database.db.$executeRawUnsafe('ALTER TABLE "AuditSeal" DISABLE TRIGGER USER');
  await api.database.db.$executeRawUnsafe(sql);
  await api.database.db.$executeRawUnsafe('ALTER TABLE "AuditEntry" ENABLE TRIGGER USER');
  await api.database.db.$executeRawUnsafe('ALTER TABLE "AuditSeal" ENABLE TRIGGER USER');
}

describe('the chain of the audit log', () => {
  it('is sealed before it is checked, entry after entry, and says what to write down', async () => {
    for (let n = 1; n <= 12; n += 1) await write(`slot_${n}`);
    const check = await verify();
    expect(check).toMatchObject({ isWhole: true, checked: 12, head: { seq: 12 } });
    expect(check.sentence).toContain(written(check));
    const { items } = (await api.call('listAudit', { query: { subject: 'slot_7' } })).json;
    expect(items).toMatchObject([{ seq: 7, actor: 'ada@example.com', detail: { share: 0.1 } }]);
  });

  it('seals what several hands seal at once in one order, without gaps and without doubles', async () => {
    for (let n = 13; n <= 30; n += 1) await write(`slot_${n}`);
    await Promise.all(Array.from({ length: 4 }, () => sealAudit('wsp_test', 'recent')));
    expect(await verify()).toMatchObject({ isWhole: true, head: { seq: 30 } });
  });

  it('seals an entry whose transaction came late after those that it was written before', async () => {
    let commit: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let isWritten: () => void = () => undefined;
    const early = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const late = api.database.db.$transaction(async (tx) => {
      await recordAudit(tx, ada, 'slot.created', 'slot_late');
      isWritten();
      await held;
    });
    await early;
    await write('slot_31');
    expect((await sealAudit('wsp_test', 'recent')).seq).toBe(31);
    commit();
    await late;
    expect((await sealAudit('wsp_test', 'recent')).seq).toBe(32);
    const { items } = (await api.call('listAudit', { query: { subject: 'slot_late' } })).json;
    expect(items[0].seq).toBe(32);
    expect((await verify()).isWhole).toBe(true);
  });

  it('goes on from a head that was written down, and finds another one than that', async () => {
    const first = await verify();
    await write('slot_33');
    expect(await verify({ from: written(first) })).toMatchObject({ isWhole: true, checked: 1 });
    const forged = `${first.head.seq}:${'f'.repeat(64)}`;
    expect(await verify({ from: forged })).toMatchObject({ isWhole: false, brokenAt: 32, why: 'end' });
    const beyond = `900:${'f'.repeat(64)}`;
    expect(await verify({ from: beyond })).toMatchObject({ isWhole: false, brokenAt: 34, why: 'end' });
  });

  it('is exported line by line in the form that its hashes are made of', async () => {
    const { text } = await api.call('exportAudit');
    const lines = text.trim().split('\n');
    const { head } = await verify();
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject(head);
    expect(lines).toHaveLength(head.seq);
    expect(Object.keys(JSON.parse(lines[0] ?? ''))).toEqual(['entry', 'hash', 'previousHash', 'seq']);
  });

  it('is closed to roles that may not review', async () => {
    for (const operation of ['listAudit', 'verifyAudit', 'exportAudit'])
      for (const as of ['viewer', 'experimenter'] as const)
        expect((await api.call(operation, { as })).status).toBe(403);
  });
});

describe('an audit log that was touched', () => {
  it('names an entry that was changed, and is whole again once it says what it said', async () => {
    await tamper(`UPDATE "AuditEntry" SET actor = 'eve@example.com' WHERE subject = 'slot_5'`);
    const check = await verify();
    expect(check).toMatchObject({ isWhole: false, brokenAt: 5, why: 'content', checked: 4, head: null });
    expect(check.entry).toMatchObject({ actor: 'eve@example.com', subject: 'slot_5' });
    expect(check.sentence).toBe('The audit log is broken: entry 5 is not what was written.');
    await tamper(`UPDATE "AuditEntry" SET actor = 'ada@example.com' WHERE subject = 'slot_5'`);
    expect((await verify()).isWhole).toBe(true);
  });

  it('names an entry whose details were changed deep within', async () => {
    await tamper(
      `UPDATE "AuditEntry" SET detail = jsonb_set(detail, '{nested,a,0}', '1') WHERE subject = 'slot_6'`,
    );
    expect(await verify()).toMatchObject({ isWhole: false, brokenAt: 6, why: 'content' });
    await tamper(
      `UPDATE "AuditEntry" SET detail = jsonb_set(detail, '{nested,a,0}', 'null') WHERE subject = 'slot_6'`,
    );
    expect((await verify()).isWhole).toBe(true);
  });

  it('names an entry that is gone, with its seal or without', async () => {
    await tamper(`DELETE FROM "AuditEntry" WHERE subject = 'slot_9'`);
    expect(await verify()).toMatchObject({ isWhole: false, brokenAt: 9, why: 'content', entry: null });
    await tamper(`DELETE FROM "AuditSeal" WHERE seq = 9`);
    expect(await verify()).toMatchObject({ isWhole: false, brokenAt: 9, why: 'gap' });
  });
});

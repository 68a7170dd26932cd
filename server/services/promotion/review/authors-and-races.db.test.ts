import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideReviewBody } from '@/lib/contracts/reviews';
import type { Actor, Role } from '@/lib/domain/actor';
import { testActor } from '@/lib/testing/test-actor';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { waitsForLock } from '@/server/db/testing/waits-for-lock';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { carryReviewOver } from './carry-review-over';
import { readReview } from './read-review';
import { createComment, deleteComment, editComment } from './report-comments';
import { decideReview, requestReview } from './take-review-step';

/** Who may not approve because the work is theirs, and what happens when two act at the same moment. */
const HASH = 'a'.repeat(64);
const person = <R extends Role>(name: string, role: R) =>
  testActor(role, { name: `${name}@example.com`, userId: `usr_${name}`, signedInAtMs: Date.now() });
const maker = person('maker', 'experimenter');
const rita = person('rita', 'reviewer');
const olga = person('olga', 'owner');
const otto = person('otto', 'owner');

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  asEnvironment(test);
  await test.pg.query(`INSERT INTO "Workspace" (id, name) VALUES ('w', 'w')`);
  for (const { userId, name, role } of [maker, rita, olga, otto]) {
    await db().user.create({ data: { id: userId ?? '', email: name, name, passwordHash: 'none' } });
    await db().membership.create({ data: { workspaceId: 'w', userId: userId ?? '', role } });
  }
});
afterAll(async () => {
  await closeDb();
  await test.close();
});

let made = 0;
async function makeReport(part: object = {}): Promise<string> {
  made += 1;
  const id = `rep_${made}`;
  const about = { workspaceId: 'w', kind: 'report', experimentId: `exp_${made}`, subjectId: `run_${made}` };
  const version = { version: 1, title: 'Report', hash: HASH, content: {}, createdBy: maker.name };
  await db().strategyReport.create({ data: { id, ...about, ...version, ...part } });
  return id;
}

async function makeKey(name: string, createdBy: string): Promise<string> {
  const secret = { secretHash: `hash of ${name}`, prefix: 'wgl_' };
  await db().apiKey.create({
    data: { id: `key_${name}`, workspaceId: 'w', name, role: 'owner', ...secret, createdBy },
  });
  return `key ${name}`;
}

const candidatesOf = async (reportId: string) =>
  (await readReview(maker, { reportId })).candidates.map(({ userId }) => userId);

describe('whose work a report is', () => {
  it('is found behind a key that was made with another key', async () => {
    const nested = await makeKey('inner', await makeKey('outer', olga.name));
    expect(await candidatesOf(await makeReport({ createdBy: nested }))).toEqual(['usr_rita', 'usr_otto']);
  });

  it('includes who changed the experiment, but not who gave it another name', async () => {
    const reportId = await makeReport({ experimentId: 'exp_changed' });
    const note = (who: Actor, ...fields: string[]) => ({
      ...{ workspaceId: 'w', actor: who.name, action: 'experiment.updated', subject: 'exp_changed' },
      detail: { fields },
    });
    await db().auditEntry.createMany({
      data: [note(olga, 'name', 'lanes'), note(otto, 'name', 'description')],
    });
    expect(await candidatesOf(reportId)).toEqual(['usr_rita', 'usr_otto']);
  });
});

describe('two at the same moment', () => {
  it('a decision on a version that is being replaced waits, and is refused', async () => {
    const reportId = await makeReport({ subjectId: 'run_replaced' });
    await requestReview(maker, { reportId, reviewers: ['usr_rita'] });
    const accept = decideReviewBody.parse({ decision: 'accepted', hash: HASH });
    const decided = await db().$transaction(async (tx) => {
      const next = await tx.strategyReport.create({
        data: {
          ...{ id: 'rep_replacing', workspaceId: 'w', kind: 'report', experimentId: 'exp_1', version: 2 },
          ...{ subjectId: 'run_replaced', title: 'Report', hash: 'b'.repeat(64), content: {} },
          createdBy: maker.name,
        },
      });
      await carryReviewOver(tx, maker, { fromId: reportId, toId: next.id });
      const going = decideReview(rita, { reportId, ...accept });
      await waitsForLock(going);
      return { going };
    });
    await expect(decided.going).rejects.toMatchObject({ code: 'REPORT_SUPERSEDED' });
    expect(await readReview(maker, { reportId: 'rep_replacing' })).toMatchObject({ state: 'inReview' });
  });

  it('a comment that is being deleted is not written anew', async () => {
    const reportId = await makeReport();
    const { id: commentId } = await createComment(maker, {
      ...{ reportId, body: 'Regretted.', section: null, parentId: null },
    });
    const edited = await db().$transaction(async (tx) => {
      await tx.reportComment.update({ where: { id: commentId }, data: { body: '', deletedAt: new Date() } });
      const going = editComment(maker, { reportId, commentId, body: 'Back again.' });
      await waitsForLock(going);
      return { going };
    });
    await expect(edited.going).rejects.toMatchObject({ ruleId: 'REV-11' });
    await expect(deleteComment(maker, { reportId, commentId })).rejects.toMatchObject({ ruleId: 'REV-11' });
    expect((await db().reportComment.findUniqueOrThrow({ where: { id: commentId } })).body).toBe('');
  });
});

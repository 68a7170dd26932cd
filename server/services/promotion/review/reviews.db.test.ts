import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listMentionsQuery } from '@/lib/contracts/mentions';
import { createCommentBody } from '@/lib/contracts/report-comments';
import { decideReviewBody } from '@/lib/contracts/reviews';
import { createShareBody } from '@/lib/contracts/shares';
import type { Actor, Role } from '@/lib/domain/actor';
import { testActor } from '@/lib/testing/test-actor';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import type { PageAsked, PageOf } from '@/server/repositories/keyset';
import { carryReviewOver } from './carry-review-over';
import { listMentions, readMentions } from './inbox';
import { readReview } from './read-review';
import { readSharedReport } from './read-shared-report';
import { createComment, deleteComment, editComment, listComments, resolveComment } from './report-comments';
import { createShare, listShares, revokeShare } from './shares';
import { decideReview, reopenReview, requestReview, setReviewers } from './take-review-step';

/** Two workspaces; in the first, one person of each role, and a second reviewer. */
const person = <R extends Role>(name: string, role: R, part: Partial<Omit<Actor, 'role'>> = {}) =>
  testActor(role, {
    ...{ name: `${name}@example.com`, userId: `usr_${name}`, signedInAtMs: Date.now() },
    ...part,
  });
const owner = person('owner', 'owner');
const maker = person('maker', 'experimenter');
const rita = person('rita', 'reviewer');
const rolf = person('rolf', 'reviewer');
const viewer = person('viewer', 'viewer');
const stranger = person('stranger', 'owner', { workspaceId: 'other' });
const PEOPLE = [owner, maker, rita, rolf, viewer, stranger];
const key = person('key', 'owner', { via: 'key', name: 'key nightly', userId: null, keyId: 'key_1' });

const HASH = 'a'.repeat(64);
const facts = [{ term: 'Made', value: 'by maker@example.com' }];
const document = { title: 'Report', lead: 'It pays.', facts, sections: [] };
const coded = (code: string) => expect.objectContaining({ code });
const accept = (hash = HASH) => decideReviewBody.parse({ decision: 'accepted', hash });
const said = (body: string, part: object = {}) => createCommentBody.parse({ body, ...part });
const INBOX = listMentionsQuery.parse({});

let test: TestDatabase;
let made = 0;
let reportId: string;

async function makeReport(
  part: { subjectId?: string; version?: number; hash?: string } = {},
): Promise<string> {
  made += 1;
  const row = { id: `rep_${made}`, workspaceId: 'w', kind: 'report', experimentId: 'exp_1', title: 'Report' };
  const rest = {
    subjectId: `run_${made}`,
    version: 1,
    hash: HASH,
    content: { document },
    createdBy: maker.name,
  };
  await db().strategyReport.create({ data: { ...row, ...rest, ...part } });
  return row.id;
}

async function actionsOf(subject: string): Promise<string[]> {
  const rows = await db().auditEntry.findMany({ where: { subject }, orderBy: { id: 'asc' } });
  return rows.map(({ action }) => action);
}

beforeAll(async () => {
  test = await createTestDatabase();
  asEnvironment(test);
  await test.pg.query(`INSERT INTO "Workspace" (id, name) VALUES ('w', 'w'), ('other', 'other')`);
  for (const { userId, name, role, workspaceId } of PEOPLE) {
    const id = userId ?? '';
    const user = { id, email: name, name: id.slice('usr_'.length), passwordHash: 'none' };
    await db().user.create({ data: user });
    await db().membership.create({ data: { workspaceId, userId: id, role } });
  }
});
afterAll(async () => {
  await closeDb();
  await test.close();
});
beforeEach(async () => {
  reportId = await makeReport();
});

describe('the review of a report', () => {
  const both = { reviewers: ['usr_rita', 'usr_rolf'] };

  it('goes from draft to accepted when everybody asked accepts, with an entry for each step', async () => {
    const asked = await requestReview(maker, { reportId, ...both });
    expect(asked).toMatchObject({
      state: 'inReview',
      authors: [maker.name],
      reviewers: [{ decision: null }, {}],
    });
    expect((await decideReview(rita, { reportId, ...accept() })).state).toBe('inReview');
    const done = await decideReview(rolf, { reportId, ...accept() });
    expect(done).toMatchObject({ state: 'accepted', hash: HASH });
    expect(done.reviewers.map(({ decision, hash }) => [decision, hash])).toEqual([
      ['accepted', HASH],
      ['accepted', HASH],
    ]);
    expect(await actionsOf(reportId)).toEqual([
      'review.reviewersNamed',
      'review.asked',
      'review.decided',
      'review.decided',
    ]);
    expect(done.history[0]).toMatchObject({ action: 'review.decided', actor: rolf.name });
  });

  it('takes no decision under another hash, by a key, by an author or by a viewer', async () => {
    await requestReview(maker, { reportId, reviewers: ['usr_rita'] });
    const stale = accept('b'.repeat(64));
    await expect(decideReview(rita, { reportId, ...stale })).rejects.toEqual(coded('REVIEW_HASH_STALE'));
    await expect(decideReview(key, { reportId, ...accept() })).rejects.toEqual(coded('PERSON_REQUIRED'));
    expect((await readReview(viewer, { reportId })).state).toBe('inReview');
  });

  it('refuses reviews by the makers of the run, the experiment or the key that made them', async () => {
    await db().apiKey.create({
      data: {
        id: `key_${reportId}`,
        workspaceId: 'w',
        name: 'nightly',
        role: 'owner',
        secretHash: `h${reportId}`,
        prefix: 'wgl_',
        createdBy: owner.name,
      },
    });
    await db().strategyReport.update({ where: { id: reportId }, data: { createdBy: key.name } });
    const given = { reportId, reviewers: ['usr_owner'] };
    await expect(setReviewers(maker, given)).rejects.toEqual(coded('REVIEW_OWN_WORK'));
    const { candidates } = await readReview(maker, { reportId });
    expect(candidates.map(({ userId }) => userId)).toEqual(['usr_rita', 'usr_rolf']);
  });

  it('loses an acceptance with the content that was accepted', async () => {
    await requestReview(maker, { reportId, reviewers: ['usr_rita'] });
    await decideReview(rita, { reportId, ...accept() });
    await db().strategyReport.update({ where: { id: reportId }, data: { hash: 'c'.repeat(64) } });
    const read = await readReview(maker, { reportId });
    expect(read).toMatchObject({ state: 'draft', reviewers: [{ decision: null }], whyNot: { ask: null } });
  });

  it('starts a new version without the decisions, and closes the old one', async () => {
    await requestReview(maker, { reportId, reviewers: ['usr_rita'] });
    await decideReview(rita, { reportId, ...accept() });
    const { subjectId } = await db().strategyReport.findUniqueOrThrow({ where: { id: reportId } });
    const next = await makeReport({ subjectId, version: 2, hash: 'b'.repeat(64) });
    await db().$transaction((tx) => carryReviewOver(tx, maker, { fromId: reportId, toId: next }));
    expect(await readReview(maker, { reportId: next })).toMatchObject({
      state: 'draft',
      reviewers: [{ userId: 'usr_rita', decision: null }],
    });
    const old = await readReview(maker, { reportId });
    expect(old).toMatchObject({ state: 'accepted', newest: { reportId: next, version: 2 } });
    await expect(reopenReview(maker, { reportId, note: 'Again.' })).rejects.toEqual(
      coded('REPORT_SUPERSEDED'),
    );
  });

  it('reopens with a reason, and decides two at once one after the other', async () => {
    await requestReview(maker, { reportId, ...both });
    const decided = await Promise.all(
      [rita, rolf].map((who) => decideReview(who, { reportId, ...accept() })),
    );
    expect(decided.some(({ state }) => state === 'accepted')).toBe(true);
    const open = await reopenReview(maker, { reportId, note: 'A seed was missing.' });
    expect(open).toMatchObject({ state: 'draft', reviewers: [{ decision: null }, { decision: null }] });
    expect(open.history[0]?.detail).toContain('A seed was missing.');
  });

  it('stays in its workspace, whatever is asked of it', async () => {
    const one = { reportId };
    const missing = coded('NOT_FOUND');
    await expect(readReview(stranger, one)).rejects.toEqual(missing);
    await expect(requestReview(stranger, { ...one, ...both })).rejects.toEqual(missing);
    await expect(decideReview(stranger, { ...one, ...accept() })).rejects.toEqual(missing);
    await expect(listComments(stranger, { ...one, limit: 10 })).rejects.toEqual(missing);
    await expect(createComment(stranger, { ...one, ...said('Hi') })).rejects.toEqual(missing);
    await expect(listShares(stranger, { ...one, limit: 10 })).rejects.toEqual(missing);
    await expect(createShare(stranger, { ...one, expiresInDays: 1 })).rejects.toEqual(missing);
    const outsider = { reportId, reviewers: ['usr_stranger'] };
    await expect(setReviewers(maker, outsider)).rejects.toEqual(coded('REVIEWER_UNFIT'));
  });
});

describe('comments on a report', () => {
  it('form threads that are answered, changed by their author alone, resolved, and keep their place', async () => {
    const first = await createComment(maker, { reportId, ...said('Why **eight** lanes?', { section: 4 }) });
    const one = { reportId, commentId: first.id };
    const answer = await createComment(rita, { reportId, ...said('Profiled.', { parentId: first.id }) });
    expect(answer).toMatchObject({ section: 4, parentId: first.id });
    await expect(
      createComment(maker, { reportId, ...said('Deeper', { parentId: answer.id }) }),
    ).rejects.toMatchObject({ ruleId: 'REV-11' });
    await expect(editComment(rita, { ...one, body: 'Mine' })).rejects.toEqual(coded('COMMENT_NOT_YOURS'));
    await expect(deleteComment(owner, one)).rejects.toEqual(coded('COMMENT_NOT_YOURS'));
    expect((await editComment(maker, { ...one, body: 'Why nine?' })).editedAt).not.toBeNull();
    expect((await resolveComment(rita, { ...one, resolved: true })).resolvedBy).toBe(rita.name);
    expect((await readReview(maker, { reportId })).openThreads).toBe(0);
    expect((await resolveComment(maker, { ...one, resolved: false })).resolvedAt).toBeNull();
    expect(await deleteComment(maker, one)).toMatchObject({ body: '', deletedAt: expect.any(String) });
    await expect(editComment(maker, { ...one, body: 'Back' })).rejects.toMatchObject({ ruleId: 'REV-11' });
    expect((await listComments(viewer, { reportId, limit: 10 })).items.map(({ body }) => body)).toEqual([
      '',
      'Profiled.',
    ]);
    expect(await actionsOf(reportId)).toEqual([
      'comment.written',
      'comment.answered',
      'comment.edited',
      'comment.resolved',
      'comment.reopened',
      'comment.deleted',
    ]);
  });

  it('tell only the people of the workspace whom they mention', async () => {
    const before = (await listMentions(rita, INBOX)).unread;
    const written = await createComment(maker, {
      reportId,
      ...said('@rita and @rolf@example.com and @maker and @stranger@example.com, look'),
    });
    expect(written.mentions.map(({ name }) => name)).toEqual(['rita', 'rolf']);
    expect(written.unknownMentions).toEqual(['@stranger@example.com']);
    const inbox = await listMentions(rita, INBOX);
    expect(inbox).toMatchObject({
      unread: before + 1,
      items: [{ reportId, author: maker.name, readAt: null }],
    });
    expect((await listMentions(stranger, INBOX)).items).toEqual([]);
    expect(await readMentions(rita, { commentIds: [written.id] })).toEqual({ unread: before });
    await editComment(maker, { reportId, commentId: written.id, body: '@rita, look' });
    expect((await listMentions(rita, INBOX)).unread).toBe(before);
    expect((await listMentions(rolf, INBOX)).items.map(({ commentId }) => commentId)).not.toContain(
      written.id,
    );
    await deleteComment(maker, { reportId, commentId: written.id });
    expect((await listMentions(rita, INBOX)).items.map(({ commentId }) => commentId)).not.toContain(
      written.id,
    );
    expect(await listMentions(key, INBOX)).toEqual({ items: [], nextCursor: null, unread: 0, waiting: [] });
  });

  it('says which reviews wait for whom, until they have decided', async () => {
    await requestReview(maker, { reportId, reviewers: ['usr_rita'] });
    const waiting = async (who: Actor<'read'>) =>
      (await listMentions(who, INBOX)).waiting.map((each) => each.reportId);
    expect(await waiting(rita)).toContain(reportId);
    expect(await waiting(rolf)).not.toContain(reportId);
    await decideReview(rita, { reportId, ...accept() });
    expect(await waiting(rita)).not.toContain(reportId);
  });
});

describe('lists of a report that fill several pages', () => {
  const everyId = async (read: (page: PageAsked) => Promise<PageOf<{ readonly id: string }>>) => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: PageOf<{ readonly id: string }> = await read({ limit: 3, ...(cursor ? { cursor } : {}) });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return ids;
  };

  it('leave out no comment and no link, rows of one moment included', async () => {
    const createdAt = new Date('2026-01-01T00:00:00.000Z');
    const names = Array.from({ length: 11 }, (_, n) => `${String(n).padStart(2, '0')}_page`);
    const about = { reportId, createdAt };
    await db().reportComment.createMany({
      data: names.map((id) => ({ ...about, id, body: 'b', authorId: 'usr_owner', author: 'o' })),
    });
    const shares = names.map((id) => ({
      ...about,
      id,
      secretHash: id,
      createdBy: 'o',
      expiresAt: new Date(),
    }));
    await db().reportShare.createMany({ data: shares });
    const comments = await everyId((page) => listComments(viewer, { reportId, ...page }));
    expect(comments.filter((id) => id.endsWith('_page'))).toEqual(names);
    const links = await everyId((page) => listShares(rita, { reportId, ...page }));
    expect(links.filter((id) => id.endsWith('_page'))).toEqual([...names].reverse());
    await db().reportComment.deleteMany({ where: { id: { in: names } } });
    await db().reportShare.deleteMany({ where: { id: { in: names } } });
  });
});

describe('links that share a report', () => {
  const secretOf = (path: string) => path.slice('/shared/'.length);

  it('show the report without an account until they are revoked or expire; only a hash of the secret is kept', async () => {
    const input = createShareBody.parse({});
    const { share, path } = await createShare(maker, { reportId, ...input });
    expect(Date.parse(share.expiresAt) - Date.now()).toBeGreaterThan(13.9 * 24 * 3600 * 1000);
    const shared = await readSharedReport(secretOf(path));
    expect(shared).toMatchObject({ state: 'draft', hash: HASH, isNewest: true });
    expect(shared.document).toMatchObject({
      lead: 'It pays.',
      facts: [
        { term: 'Made', value: 'by a member' },
        { term: 'Review', value: 'Draft, not reviewed' },
      ],
    });
    expect(JSON.stringify(shared)).not.toContain('@');
    const stored = JSON.stringify(await db().reportShare.findMany());
    const audited = await db().auditEntry.findMany({ where: { subject: reportId } });
    for (const text of [stored, JSON.stringify(audited.map(({ detail }) => detail))])
      expect(text).not.toContain(secretOf(path));
    expect((await listShares(rita, { reportId, limit: 10 })).items[0]).toMatchObject({
      state: 'open',
      lastUsedAt: expect.any(String),
    });

    const told = async (secret: string) =>
      readSharedReport(secret).then(
        () => 'shown',
        (error: Error) => error.message,
      );
    await revokeShare(rita, { reportId, shareId: share.id });
    const revoked = await told(secretOf(path));
    const second = await createShare(maker, { reportId, ...input });
    await db().reportShare.update({ where: { id: second.share.id }, data: { expiresAt: new Date(0) } });
    expect(revoked).toMatch(/leads to no report/);
    expect(await told(secretOf(second.path))).toBe(revoked);
    expect(await told(`wsh_${'x'.repeat(43)}`)).toBe(revoked);
    expect(await told('../../etc')).toBe(revoked);
    expect(await actionsOf(reportId)).toEqual(['share.created', 'share.revoked', 'share.created']);
  });

  it('are not revoked from another report, and last at most 90 days', async () => {
    const { share } = await createShare(maker, { reportId, expiresInDays: 90 });
    const elsewhere = await makeReport();
    const wrong = { reportId: elsewhere, shareId: share.id };
    await expect(revokeShare(maker, wrong)).rejects.toEqual(coded('NOT_FOUND'));
    expect(createShareBody.safeParse({ expiresInDays: 91 }).success).toBe(false);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Role } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { testActor } from '@/lib/testing/test-actor';
import type { Prisma } from '@/server/db/generated/client';
import { seedCanary, seedEvidence, seedSlot } from '@/server/http/testing/seed-canary';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { freshIds, seedCatalogue } from '@/server/http/testing/test-catalogue';
import { stopQueue } from '@/server/jobs/queue';
import { systemClock } from '@/server/observability/system-clock';
import { listNotices, readNotices } from '@/server/services/notices/read-notices';
import { buildEvidence } from '@/server/services/promotion/read/evidence';
import { readApproval } from '@/server/services/promotion/read/read-approval';
import {
  createCanaryComment,
  deleteCanaryComment,
  listCanaryComments,
} from '@/server/services/promotion/review/canary-comments';
import { approveCanary, requestChanges } from './approve-canary';
import { renewIfChanged } from './renew-evidence';

/** Approval of a canary: the evidence that it binds, its permitted approvers, and the events that end it. */
let api: TestApi;
let runId: string;
let experimentId: string;
beforeAll(async () => {
  api = await startTestApi();
  ({ runId, experimentId } = (await freshIds(api, await seedCatalogue(api))) as Record<
    'runId' | 'experimentId',
    string
  >);
});
afterAll(async () => {
  await stopQueue();
  await api.close();
});

const person = <R extends Role>(role: R, part: Partial<Omit<Actor, 'role'>> = {}) =>
  testActor(role, {
    ...{ workspaceId: 'wsp_test', name: `${role}@example.com`, userId: `usr_${role}` },
    ...{ signedInAtMs: Date.now(), ...part },
  });

let made = 0;

interface Wanted {
  readonly approvers?: number;
  readonly authors?: readonly string[];
  readonly hasRun?: boolean;
  readonly row?: Partial<Prisma.CanaryUncheckedCreateInput>;
}

/** A canary that waits for approval of its evidence. */
async function waiting({ approvers = 1, authors = [], hasRun = false, row = {} }: Wanted = {}) {
  made += 1;
  const from = { runId, candidateHash: 'c'.repeat(64) };
  const slot = await seedSlot(api, `approved_${made}`, { authors, ...(hasRun ? { from } : {}) });
  const plan = canaryPlan({ approvers }) as unknown as Prisma.InputJsonObject;
  const canaryId = await seedCanary(api, slot, { state: 'approval', row: { plan, ...row } });
  await addLook(canaryId, 1);
  return { canaryId, hash: await seedEvidence(api, canaryId) };
}

async function addLook(canaryId: string, look: number) {
  const seen = {
    pairs: 6000,
    discordant: 600,
    difference: 0.01,
    lower: -0.002,
    upper: 0.02,
    verdict: 'pass',
  };
  const detail = { reasons: [], guardrails: [], health: [] };
  await api.database.db.canaryLook.create({ data: { canaryId, stage: 'shadow', look, ...seen, detail } });
}

const hashOf = async (canaryId: string) =>
  (await api.database.db.$transaction((tx) => buildEvidence(tx, canaryId))).hash;
const approve = (canaryId: string, hash: string, who: Actor<'review'> = person('reviewer')) =>
  approveCanary(who, { canaryId, hash, note: '' }, systemClock);
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'passed',
    (error: unknown) => (AppError.is(error) ? error.code : String(error)),
  );
const live = async (canaryId: string) => (await api.call('goLiveWithCanary', { params: { canaryId } })).json;

async function newReport(version: number) {
  const about = { kind: 'report', experimentId, subjectId: runId, title: 'Report', createdBy: 'test' };
  await api.database.db.strategyReport.create({
    data: {
      id: `rep_${version}_${made}`,
      workspaceId: 'wsp_test',
      ...about,
      version,
      hash: `h${version}`,
      content: {},
    },
  });
}

describe('the evidence of a canary', () => {
  it('names the report, the prompts and what changed, the plan, the verdict, the counts and the readiness', async () => {
    const { canaryId, hash } = await waiting({ hasRun: true });
    const { evidence, ...view } = await readApproval(person('viewer'), { canaryId }, systemClock);
    expect(view).toMatchObject({ hash, isOutdated: false, approversNeeded: 1, approversMissing: 1 });
    expect(evidence).toMatchObject({
      canary: { id: canaryId, planHash: 'a'.repeat(64) },
      prompts: { incumbent: { version: 1 }, challenger: { version: 2, runId } },
      difference: { linesAdded: 1, linesRemoved: 1 },
      report: { version: 1, state: 'draft' },
      verdict: { kind: 'pass', pairs: 6000 },
      counts: { both: 0, neither: 0 },
      readiness: { runId, status: 'notApplicable', lights: [] },
    });
    expect(view.prompts.challenger.text).toBe(`spr_approved_${made}_2`);
  });

  it('keeps its hash until one of its parts changes', async () => {
    const { canaryId, hash } = await waiting({ hasRun: true });
    expect(await hashOf(canaryId)).toBe(hash);
    const hashes = new Set([hash]);
    const changes = [
      () => newReport(2),
      () =>
        api.database.db.strategyReport.updateMany({
          where: { subjectId: runId, version: 2 },
          data: { state: 'accepted' },
        }),
      () => addLook(canaryId, 2),
      () =>
        api.database.db.canaryPair.create({
          data: {
            ...{ canaryId, stage: 'shadow', exposureId: 'ex_1', at: new Date(), countedAt: new Date() },
            ...{ incumbentScore: 1, challengerScore: 0 },
          },
        }),
    ];
    for (const change of changes) {
      await change();
      hashes.add(await hashOf(canaryId));
    }
    expect(hashes.size).toBe(changes.length + 1);
  });

  it('counts lost scores as wrong, and leaves out pairs that no look counted', async () => {
    const { canaryId } = await waiting();
    const at = new Date();
    const pair = (exposureId: string, scores: object, countedAt: Date | null = at) => ({
      ...{ canaryId, stage: 'shadow', exposureId, at, countedAt, ...scores },
    });
    await api.database.db.canaryPair.createMany({
      data: [
        pair('both', { incumbentScore: 1, challengerScore: 1 }),
        pair('lost', { incumbentScore: 1, challengerScore: null }),
        pair('won', { incumbentScore: 0, challengerScore: 1 }),
        pair('neither', { incumbentScore: null, challengerScore: 0 }),
        pair('open', { incumbentScore: 1, challengerScore: 1 }, null),
      ],
    });
    const { content } = await api.database.db.$transaction((tx) => buildEvidence(tx, canaryId));
    expect(content.counts).toEqual({ both: 1, onlyIncumbent: 1, onlyChallenger: 1, neither: 1 });
  });
});

describe('an approval', () => {
  it('is given by a person for the current hash, and notifies the authors', async () => {
    const { canaryId, hash } = await waiting({ authors: ['experimenter@example.com'] });
    const view = await approve(canaryId, hash);
    expect(view).toMatchObject({ approversMissing: 0, isHeld: false });
    expect(view.decisions).toMatchObject([
      { name: 'reviewer@example.com', decision: 'approved', counts: true },
    ]);
    const inbox = await listNotices(person('experimenter'), { limit: 10, unread: 'true' });
    expect(inbox.items[0]).toMatchObject({ kind: 'approval.given', canaryId });
    const read = await readNotices(person('experimenter'), { noticeIds: [inbox.items[0]?.id ?? ''] });
    expect(read.unread).toBe(inbox.unread - 1);
  });

  it('leaves no notice that asks for a decision made', async () => {
    const asking = async (role: Role) =>
      (await listNotices(person(role), { limit: 50, unread: 'true' })).items.filter(
        (notice) => notice.kind === 'approval.requested' && notice.canaryId === canaryId,
      ).length;
    const { canaryId, hash } = await waiting({ approvers: 2 });
    await api.database.db.notice.createMany({
      data: (['reviewer', 'owner'] as const).map((role) => ({
        ...{ id: `ntc_${canaryId}_${role}`, workspaceId: 'wsp_test', userId: `usr_${role}` },
        ...{ kind: 'approval.requested', subject: canaryId, text: 'It waits for your approval.' },
      })),
    });
    await approve(canaryId, hash);
    expect([await asking('reviewer'), await asking('owner')]).toEqual([0, 1]);
  });

  it('takes two people if the plan says so, and counts a person once', async () => {
    const { canaryId, hash } = await waiting({ approvers: 2 });
    await approve(canaryId, hash);
    expect((await approve(canaryId, hash)).approversMissing).toBe(1);
    const view = await approve(canaryId, hash, person('owner'));
    expect([view.approversMissing, view.decisions.filter(({ counts }) => counts).length]).toEqual([0, 2]);
  });

  it('is not for keys, commands, authors, strangers to the hash, old sign-ins or new accounts', async () => {
    const { canaryId, hash } = await waiting({ authors: ['owner@example.com'] });
    const byKey = person('owner', { via: 'key', userId: null, keyId: 'key_owner', name: 'key owner' });
    expect(await codeOf(approve(canaryId, hash, byKey))).toBe('PERSON_REQUIRED');
    expect(await codeOf(approve(canaryId, hash, person('owner', { via: 'command' })))).toBe(
      'PERSON_REQUIRED',
    );
    expect(await codeOf(approve(canaryId, hash, person('owner')))).toBe('REVIEW_OWN_WORK');
    expect(await codeOf(approve(canaryId, 'b'.repeat(64)))).toBe('REVIEW_HASH_STALE');
    const stale = person('reviewer', { signedInAtMs: Date.now() - 16 * 60_000 });
    expect(await codeOf(approve(canaryId, hash, stale))).toBe('SIGN_IN_STALE');
    const early = await waiting({ row: { registeredAt: new Date(0) } });
    expect(await codeOf(approve(early.canaryId, early.hash))).toBe('ACCOUNT_TOO_NEW');
    const { whyNot } = await readApproval(byKey, { canaryId }, systemClock);
    expect(whyNot.approve).toContain('signed-in person');
  });

  it('expires when the evidence changes: no prompt goes live, and the reviewers are asked again', async () => {
    const { canaryId, hash } = await waiting({ hasRun: true });
    await approve(canaryId, hash);
    await newReport(100 + made);
    const outdated = await readApproval(person('viewer'), { canaryId }, systemClock);
    expect(outdated).toMatchObject({ isOutdated: true, approversMissing: 1 });
    expect(outdated.decisions).toMatchObject([{ counts: false }]);
    expect(await codeOf(approve(canaryId, hash))).toBe('REVIEW_HASH_STALE');
    expect((await readApproval(person('viewer'), { canaryId }, systemClock)).isOutdated).toBe(false);
    const told = await api.database.db.notice.findMany({
      where: { subject: canaryId, kind: 'approval.requested' },
    });
    expect(told.map(({ userId }) => userId).toSorted()).toEqual(['usr_owner', 'usr_reviewer']);
    expect((await approve(canaryId, outdated.hash ?? '')).approversMissing).toBe(0);
    expect(await renewIfChanged(canaryId, systemClock)).toBe(false);
  });

  it('is not accepted from a person who changed the draft before another registered it', async () => {
    const { canaryId, hash } = await waiting();
    const about = { workspaceId: 'wsp_test', action: 'canary.amended', subject: canaryId, detail: {} };
    await api.database.db.auditEntry.create({ data: { ...about, actor: 'reviewer@example.com' } });
    expect(await codeOf(approve(canaryId, hash))).toBe('REVIEW_OWN_WORK');
    expect(await codeOf(approve(canaryId, hash, person('owner')))).toBe('passed');
  });

  it('is checked again before the challenger goes live', async () => {
    const { canaryId, hash } = await waiting({ hasRun: true });
    await approve(canaryId, hash);
    await newReport(200 + made);
    expect((await live(canaryId)).code).not.toBe(undefined);
    const { evidenceHash } = await api.database.db.canary.findUniqueOrThrow({ where: { id: canaryId } });
    expect(evidenceHash).not.toBe(hash);
  });

  it('waits after requested changes until the evidence changes', async () => {
    const { canaryId, hash } = await waiting({ hasRun: true, authors: ['experimenter@example.com'] });
    const held = await requestChanges(person('owner'), { canaryId, note: 'Shorten it.' }, systemClock);
    expect(held).toMatchObject({ isHeld: true, decisions: [{ decision: 'changesRequested', counts: true }] });
    expect(await codeOf(approve(canaryId, hash))).toBe('REVIEW_HASH_STALE');
    await newReport(300 + made);
    const { hash: next, isHeld } = await readApproval(person('viewer'), { canaryId }, systemClock);
    expect(isHeld).toBe(false);
    expect((await approve(canaryId, next ?? '')).approversMissing).toBe(0);
  });

  it('of another workspace is not found', async () => {
    const { canaryId, hash } = await waiting();
    const stranger = person('owner', { workspaceId: 'wsp_other' });
    expect(await codeOf(readApproval(stranger, { canaryId }, systemClock))).toBe('NOT_FOUND');
    expect(await codeOf(approve(canaryId, hash, stranger))).toBe('NOT_FOUND');
  });
});

describe('comments on a canary', () => {
  it('tell the people they mention, name unknown mentions, and lose their text when their author deletes them', async () => {
    const { canaryId } = await waiting();
    const body = 'Look, @reviewer@example.com and @stranger.';
    const comment = await createCanaryComment(person('experimenter'), { canaryId, body });
    expect(comment).toMatchObject({ isMine: true, unknownMentions: ['@stranger'] });
    const told = await api.database.db.notice.findMany({
      where: { subject: canaryId, kind: 'comment.mentioned' },
    });
    expect(told.map(({ userId }) => userId)).toEqual(['usr_reviewer']);
    const one = { canaryId, commentId: comment.id };
    expect(await codeOf(deleteCanaryComment(person('owner'), one))).toBe('COMMENT_NOT_YOURS');
    await deleteCanaryComment(person('experimenter'), one);
    const [left] = (await listCanaryComments(person('viewer'), { canaryId, limit: 10 })).items;
    expect(left).toMatchObject({ id: comment.id, body: '', isMine: false });
  });
});

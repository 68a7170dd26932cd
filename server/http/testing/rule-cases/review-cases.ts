import type { RuleBench } from '../rule-bench';
import type { RuleCase } from '../test-rules';

/**
 * Refusals of a report's review. The page is used by the owner; a key and a command never decide, so their
 * allowed case does not exist there.
 */
const HASH = 'a'.repeat(64);
const REVIEWER = 'usr_reviewer';
const PERSON = 'usr_owner';
const NAMES = { API: 'key owner', page: 'owner@example.com', 'command line': 'command line' } as const;

interface Wanted {
  readonly state?: string;
  readonly createdBy?: string;
  readonly reviewers?: readonly string[];
  readonly isOld?: boolean;
  /** When the review began; left out: a moment ago. */
  readonly askedAt?: Date;
}

async function report(bench: RuleBench, wanted: Wanted = {}): Promise<string> {
  const { state = 'draft', createdBy = 'maker@example.com', reviewers = [], isOld = false } = wanted;
  const askedAt = wanted.askedAt ?? new Date();
  const { db } = bench.api.database;
  const id = `rep_${bench.newName().replace(' ', '_')}`;
  const document = { title: 'Report', lead: 'It pays.', facts: [], sections: [] };
  const row = { workspaceId: bench.api.workspaceId, kind: 'report', experimentId: 'exp_none', subjectId: id };
  const version = { title: 'Report', hash: HASH, content: { document }, createdBy, state };
  await db.strategyReport.create({ data: { id, ...row, ...version, version: 1 } });
  if (isOld) await db.strategyReport.create({ data: { id: `${id}_2`, ...row, ...version, version: 2 } });
  await db.reportReview.createMany({
    data: reviewers.map((userId) => ({ reportId: id, userId, askedBy: 'test', askedAt })),
  });
  return id;
}

async function naming(bench: RuleBench, userId: string, wanted: Wanted = {}) {
  const { reviewers = [] } = wanted;
  return { params: { reportId: await report(bench, wanted) }, body: { reviewers: [...reviewers, userId] } };
}

async function asking(bench: RuleBench, wanted: Wanted) {
  return { params: { reportId: await report(bench, wanted) }, body: {} };
}

const UNDER_WAY = { state: 'inReview', reviewers: [PERSON] };
const ACCEPT = { decision: 'accepted', note: '', hash: HASH };

async function deciding(bench: RuleBench, part: object = {}, wanted: Wanted = UNDER_WAY) {
  return { params: { reportId: await report(bench, wanted) }, body: { ...ACCEPT, ...part } };
}

/** An allowed decision, which only a person can make. */
const byPerson: RuleCase['passing'] = (bench, door) => (door === 'page' ? deciding(bench) : null);

async function comment(bench: RuleBench, author: string, parentId: string | null = null) {
  const reportId = await report(bench);
  const id = `cmt_${bench.newName().replace(' ', '_')}`;
  const authorId = author === NAMES.page ? PERSON : null;
  const row = { id, reportId, parentId, body: 'Why?', author, authorId };
  await bench.api.database.db.reportComment.create({ data: row });
  return { reportId, commentId: id };
}

/** Before any person of the bench had an account. */
const LONG_AGO = new Date(0);

export const REVIEW_CASES: readonly RuleCase[] = [
  {
    rule: 'REV-1',
    operation: 'setReviewers',
    refused: (bench) => naming(bench, REVIEWER, { createdBy: 'reviewer@example.com' }),
    passing: (bench) => naming(bench, REVIEWER),
  },
  {
    // A page is always used by a person, so this rule never refuses there.
    rule: 'REV-2',
    operation: 'decideReview',
    refused: (bench, door) => (door === 'page' ? null : deciding(bench)),
    passing: byPerson,
  },
  {
    rule: 'REV-3',
    operation: 'decideReview',
    refused: (bench) => deciding(bench, { hash: 'b'.repeat(64) }),
    passing: byPerson,
  },
  {
    rule: 'REV-4',
    operation: 'requestReview',
    refused: (bench) => asking(bench, {}),
    passing: (bench) => asking(bench, { reviewers: [REVIEWER] }),
  },
  {
    rule: 'REV-5',
    operation: 'setReviewers',
    refused: (bench) => naming(bench, 'usr_viewer'),
    passing: (bench) => naming(bench, REVIEWER),
  },
  {
    rule: 'REV-6',
    operation: 'decideReview',
    doors: ['page'],
    elsewhere: 'REV-2',
    refused: (bench) => deciding(bench, {}, { ...UNDER_WAY, reviewers: [REVIEWER] }),
    passing: (bench) => deciding(bench),
  },
  {
    rule: 'REV-7',
    operation: 'requestReview',
    refused: (bench) => asking(bench, UNDER_WAY),
    passing: (bench) => asking(bench, { reviewers: [REVIEWER] }),
  },
  {
    rule: 'REV-8',
    operation: 'setReviewers',
    refused: (bench) => naming(bench, REVIEWER, { isOld: true }),
    passing: (bench) => naming(bench, REVIEWER),
  },
  {
    rule: 'REV-9',
    operation: 'decideReview',
    refused: (bench) => deciding(bench, { decision: 'rejected' }),
    passing: (bench, door) =>
      door === 'page' ? deciding(bench, { decision: 'rejected', note: 'No.' }) : null,
  },
  {
    rule: 'REV-10',
    operation: 'editComment',
    refused: async (bench) => ({ params: await comment(bench, 'another person'), body: { body: 'Mine.' } }),
    passing: async (bench, door) => ({ params: await comment(bench, NAMES[door]), body: { body: 'Mine.' } }),
  },
  {
    rule: 'REV-11',
    operation: 'resolveComment',
    refused: async (bench) => ({ params: await comment(bench, 'a', 'cmt_first'), body: { resolved: true } }),
    passing: async (bench) => ({ params: await comment(bench, 'a'), body: { resolved: true } }),
  },
  {
    rule: 'REV-12',
    operation: 'decideReview',
    doors: ['page'],
    elsewhere: 'REV-2',
    refused: async (bench) => ({ ...(await deciding(bench)), signedInMsAgo: 15 * 60_000 + 1000 }),
    passing: (bench) => deciding(bench),
  },
  {
    rule: 'REV-13',
    operation: 'setReviewers',
    refused: (bench) =>
      naming(bench, REVIEWER, { state: 'inReview', reviewers: [PERSON], askedAt: LONG_AGO }),
    passing: (bench) => naming(bench, REVIEWER),
  },
  {
    rule: 'REV-13',
    operation: 'decideReview',
    doors: ['page'],
    elsewhere: 'REV-2',
    refused: (bench) => deciding(bench, {}, { ...UNDER_WAY, askedAt: LONG_AGO }),
    passing: (bench) => deciding(bench),
  },
];

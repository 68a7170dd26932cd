import { describe, expect, it } from 'vitest';
import type { JobCountsView, JobView, WorkerView } from '@/lib/contracts/jobs';
import {
  errorRateText,
  heardText,
  hoursText,
  jobHref,
  jobProgress,
  jobSteps,
  jobTitle,
  newestErrors,
  workSentence,
} from './job-words';

const RUN: JobView = {
  ...({
    id: 'run_1',
    kind: 'run',
    state: 'active',
    subjectId: 'run_1',
    subject: 'Combee 8',
    experiment: 'Formula',
  } as const),
  ...{ event: null, practice: true, tries: 1, worker: 'w', nextAt: null, error: null, tookMs: 1 },
  ...{ createdAt: '2026-11-01T10:00:00.000Z', startedAt: null, endedAt: null },
  progress: { done: 30, planned: 90 },
  run: { status: 'running', control: 'run' },
};
const WEBHOOK: JobView = {
  ...{
    ...RUN,
    id: 'whd_1',
    kind: 'webhook',
    state: 'failed',
    subjectId: 'whk_1',
    subject: 'Chat',
    experiment: null,
  },
  ...{ event: 'canary.verdict', progress: null, run: null, practice: false },
};
const COUNTS: JobCountsView = {
  ...({ kind: 'run', waiting: 2, active: 1, again: 0, paused: 0, done: 12, stopped: 3, failed: 2 } as const),
  ...{ retried: 0, hours: 24, oldestWaitingMs: null },
};

describe('a job', () => {
  it('is named by what it is about and leads there', () => {
    expect([jobTitle(RUN), jobHref(RUN)]).toEqual(['Combee 8', '/runs/run_1']);
    expect([jobTitle(WEBHOOK), jobHref(WEBHOOK)]).toEqual(['Verdict, to Chat', '/settings?tab=webhooks']);
    expect(jobHref({ ...RUN, kind: 'rollout' })).toBe('/runs/run_1?tab=rollouts');
    expect(jobHref({ ...RUN, kind: 'scoring', subjectId: 'tsc_1' })).toBe('/traces');
    expect(jobHref({ ...RUN, kind: 'probe', subjectId: 'cny_1' })).toBe('/canaries/cny_1');
  });

  it('is as far as its run, where it has one', () => {
    expect(jobProgress(RUN)).toBe('30 / 90');
    expect(jobProgress({ ...RUN, progress: { done: 0, planned: 0 } })).toBe('not started');
    expect(jobProgress({ ...RUN, state: 'done', progress: { done: 0, planned: 0 } })).toBe('no training');
    expect(jobProgress({ ...RUN, kind: 'scoring', progress: { done: 3, planned: 9 } })).toBe('3 / 9');
    expect(jobProgress(WEBHOOK)).toBeNull();
  });

  it('offers what its state allows and nothing else', () => {
    expect(jobSteps(RUN)).toEqual(['pause', 'stop']);
    expect(jobSteps({ ...RUN, run: { status: 'running', control: 'pause' } })).toEqual(['resume', 'stop']);
    expect(jobSteps({ ...RUN, state: 'failed', run: { status: 'failed', control: 'run' } })).toEqual([]);
    expect(jobSteps({ ...RUN, kind: 'rollout', run: null })).toEqual([]);
    expect(jobSteps(WEBHOOK)).toEqual(['send again']);
    expect(jobSteps({ ...WEBHOOK, state: 'again' })).toEqual([]);
  });
});

describe('the counts', () => {
  it('say of how many an error rate is, and leave out what people stopped', () => {
    expect(errorRateText(COUNTS)).toBe('14.3 % (2 of 14)');
    expect(errorRateText({ ...COUNTS, done: 0, failed: 0 })).toBe('none has ended');
  });

  it('answer the question of the page in one sentence', () => {
    const workers = [{ isAlive: true }, { isAlive: false }] as WorkerView[];
    expect(workSentence({ workers, counts: [COUNTS], disk: null, objectStore: null })).toBe(
      '1 worker alive: 1 job at work, 2 waiting.',
    );
    const stuck = { ...COUNTS, active: 0, again: 1, paused: 4 };
    expect(workSentence({ workers: [], counts: [stuck], disk: null, objectStore: null })).toBe(
      'No worker is alive: 0 jobs at work, 2 waiting, 1 to be tried again, 4 paused.',
    );
  });
});

describe('times', () => {
  it('are said as people say them', () => {
    expect([heardText(25), heardText(12_000)]).toEqual(['just now', '12 s ago']);
    expect([hoursText(1), hoursText(24)]).toEqual(['the last hour', 'the last 24 h']);
  });
});

describe('the errors', () => {
  it('stand newest first by when they became known, without what has none', () => {
    const early = { ...RUN, id: 'early', error: 'a', endedAt: '2026-11-01T11:00:00.000Z' };
    const late = { ...WEBHOOK, id: 'late', error: 'b', createdAt: '2026-11-01T12:00:00.000Z' };
    expect(newestErrors([early, RUN, late]).map(({ id }) => id)).toEqual(['late', 'early']);
  });
});

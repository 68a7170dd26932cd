import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readParetoQuery } from '@/lib/contracts/pareto';
import type { Fact } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { EMPTY_SUMMARY, projectSummary } from '@/lib/projection/run-summary';
import { renderMarkdown } from '@/lib/report/document/markdown';
import { comparedWinner } from '@/lib/view/compared-winner';
import { db } from '@/server/db/client';
import { addDiagnosis } from '@/server/repositories/diagnoses';
import { compareArms } from '@/server/services/comparisons/compare-arms';
import { comparePairs } from '@/server/services/comparisons/compare-pairs';
import { readPareto } from '@/server/services/comparisons/read-pareto';
import { readCosts } from '@/server/services/costs/read-costs';
import { startRun } from '@/server/services/launches/start-run';
import { readReadiness } from '@/server/services/readiness/read-readiness';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import { makeReport } from '@/server/services/reports/make-report';
import { readReportFile } from '@/server/services/reports/read-reports';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { readTruths } from './read-truths';

/** One run of each outcome, read through each operation and page that judges it. Words for people are read as well. */
let lab: PracticeLab;
let experimentId: string;
let serialId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
  experimentId = await lab.makeExperiment({});
  serialId = await ended('serialBaseline', [40, 80]);
  const { manifest } = await getRun(lab.actor, { runId: serialId });
  await addDiagnosis({
    ...{ id: `dia_${ulid()}`, workspaceId: lab.actor.workspaceId, runId: serialId, verdict: 'go' },
    scopeHash: diagnosisScopeHash(manifest as unknown as RunManifest),
    ...{ reason: 'A test says so.', detail: { finding: 'plateauAbove', alternatives: [], window: 1 } },
  });
});
afterAll(() => lab.close());

/** So many percent of 1,000 right at the beginning and at its best. */
async function ended(kind: 'serialBaseline' | 'combee', right: readonly number[]): Promise<string> {
  const { id } = await startRun(lab.actor, { experimentId, kind, seed: 1 });
  const learningMs = kind === 'combee' ? 1000 : 9000;
  await finishRun(id, { points: right.map((each) => ({ right: each, learningMs })) });
  const facts = await db().ledgerEntry.findMany({ where: { runId: id }, orderBy: { seq: 'asc' } });
  const known = facts.filter(({ type }) => type === 'heldOut.measured') as unknown as readonly Fact[];
  const summary = { ...projectSummary(EMPTY_SUMMARY, known), learningMs };
  await db().run.update({ where: { id }, data: { summary: summary as object, endedAt: new Date() } });
  return id;
}

const WORDS = [
  [/undecided whether (?:it keeps|the loss stays)/iu, 'undecided'],
  [/loses more than|below serial learning by more than/iu, 'fails'],
  [/keeps the serial score within/iu, 'holds'],
] as const;

const said = (text: string) => WORDS.find(([words]) => words.test(text))?.[1] ?? text;

const OF_SPEED = {
  ...{ speedup: 'holds', notFaster: 'holds', regression: 'fails', undecided: 'undecided' },
  notComparable: 'not compared',
} as const;

async function verdictsOf(runId: string): Promise<Readonly<Record<string, string | undefined>>> {
  const { actor } = lab;
  const [[truth], readiness, costs, pairs, report] = [
    await readTruths(actor, { experiments: [], runs: [runId] }),
    await readReadiness(actor, { runId }),
    await readCosts(actor, { runId }),
    await comparePairs(actor, { runs: [serialId, runId] }),
    await makeReport(lab.actor, { kind: 'report', runId }),
  ];
  const file = await readReportFile(actor, { reportId: report.id });
  const against = costs.againstSerial.kind === 'compared' ? costs.againstSerial : null;
  const accepted = costs.accepted.at(-1)?.againstSerial;
  return {
    'truth: field': truth?.againstSerial?.answer,
    'truth: its sentence': said(truth?.againstSerial?.sentence ?? ''),
    'truth: sentence': said(truth?.sentence ?? ''),
    'readiness: field': readiness.claim?.quality?.answer,
    'readiness: verdict': readiness.claim ? OF_SPEED[readiness.claim.verdict] : undefined,
    'cost: field': against?.quality.answer,
    'cost: sentence': said(against?.sentence ?? ''),
    'cost: accepted prompt': accepted?.kind === 'compared' ? accepted.quality.answer : undefined,
    'compare: field': pairs.others[0]?.quality,
    'report: page': said(JSON.stringify(report.document)),
    'report: JSON': said(JSON.stringify(file.content)),
    'report: Markdown': said(renderMarkdown(file.document)),
  };
}

describe('one run, one verdict', () => {
  it.each([
    { answer: 'holds', right: 88 },
    { answer: 'holds', right: 80 },
    { answer: 'undecided', right: 79.5 },
    { answer: 'fails', right: 60 },
  ])('$answer at $right % against 80 % of the serial run, wherever it is said', async ({ answer, right }) => {
    const found = await verdictsOf(await ended('combee', [40, right]));
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((place) => [place, answer])));
  });

  it('says of the newest comparable baseline, which a later one of the split replaces everywhere', async () => {
    const runId = await ended('combee', [40, 80]);
    const former = serialId;
    serialId = await ended('serialBaseline', [40, 95]);
    const found = await verdictsOf(runId);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((place) => [place, 'fails'])));
    await db().run.update({ where: { id: serialId }, data: { status: 'failed' } });
    serialId = former;
  });

  it('withholds every headline once the split was used to tune', async () => {
    const runId = await ended('combee', [40, 88]);
    await db().splitRegistration.update({ where: { id: lab.splitId }, data: { usedToTune: true } });
    const [truth] = await readTruths(lab.actor, { experiments: [], runs: [runId] });
    const readiness = await readReadiness(lab.actor, { runId });
    const front = await readPareto(lab.actor, readParetoQuery.parse({ grouping: 'run' }));
    const pairs = await comparePairs(lab.actor, { runs: [serialId, runId] });
    const arms = await compareArms(lab.actor, { runs: [serialId, runId] });
    expect(truth).toMatchObject({ kind: 'contaminated', tone: 'bad' });
    expect(readiness).toMatchObject({ headline: null, blockedBy: { code: 'HELD_OUT_CONTAMINATED' } });
    expect(front.points.length).toBeGreaterThan(1);
    expect(front.reference).toBeNull();
    expect(front.points.map(({ doubt, byDelay }) => [doubt?.code, byDelay])).toEqual(
      front.points.map(() => ['contaminated', null]),
    );
    const winners = pairs.others.map((other) => comparedWinner(other, pairs.baseline, ['This', 'Serial']));
    expect(winners).toMatchObject([{ tone: 'bad', gain: null }]);
    expect(arms.rows.map(({ doubt, kept, difference }) => [doubt?.code, kept, difference])).toEqual(
      arms.rows.map(() => ['contaminated', null, null]),
    );
  });
});

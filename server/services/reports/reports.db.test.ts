import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { report as reportShape } from '@/lib/contracts/reports';
import type { RunManifest } from '@/lib/domain/manifest';
import { renderMarkdown } from '@/lib/report/document/markdown';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { addDiagnosis } from '@/server/repositories/diagnoses';
import { startRun } from '@/server/services/launches/start-run';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { makeReport } from './make-report';
import { diffReports, listReports, readReport, readReportFile, readStrategyReport } from './read-reports';

const SERIAL = { points: [{ right: 60 }, { right: 85, learningMs: 8000 }] };
const FAST = { points: [{ right: 60 }, { right: 85, learningMs: 1000 }] };
const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

let lab: PracticeLab;
let experimentId: string;
let serialId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
  experimentId = await lab.makeExperiment();
  serialId = (await startRun(lab.actor, { experimentId, kind: 'serialBaseline' })).id;
  await finishRun(serialId, SERIAL);
});
afterAll(() => lab.close());

const plan = () => makeReport(lab.actor, { kind: 'plan', experimentId });
const headings = ({ document }: { document: Record<string, unknown> }) =>
  (document.sections as { heading: string }[]).map(({ heading }) => Number.parseInt(heading, 10));

async function diagnose(reason: string): Promise<void> {
  const { manifest } = await getRun(lab.actor, { runId: serialId });
  await addDiagnosis({
    id: `dia_${ulid()}`,
    workspaceId: lab.actor.workspaceId,
    scopeHash: diagnosisScopeHash(manifest as unknown as RunManifest),
    runId: serialId,
    verdict: 'go',
    reason,
    detail: { finding: 'plateauAbove', alternatives: [], window: 1 },
  });
}

describe('plans and reports', () => {
  it('R-177: refuse a plan without a serial diagnosis, and make one with it', async () => {
    await expect(plan()).rejects.toMatchObject({ code: 'NO_SERIAL_DIAGNOSIS', ruleId: 'R-177' });
    await diagnose('The curve is flat.');
    const made = await plan();
    expect(reportShape.parse(made)).toMatchObject({ kind: 'plan', version: 1, practice: true, runId: null });
    expect(made.isNew).toBe(true);
    expect(headings(made)).toEqual(TEN);
    expect(made.headline).toContain('practice model');
  });

  it('keep a new version only where the content differs, with the old one as it was', async () => {
    const first = await plan();
    expect(first.isNew).toBe(false);
    await db().splitRegistration.update({ where: { id: lab.splitId }, data: { owner: 'Ada' } });
    const [second, again] = [await plan(), await plan()];
    expect([second.version, second.isNew, again.isNew]).toEqual([first.version + 1, true, false]);
    expect(second.versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(await readReport(lab.actor, { reportId: first.id })).toMatchObject({
      hash: first.hash,
      isNewest: false,
    });
    const diff = await diffReports(lab.actor, { reportId: second.id, against: first.id });
    expect(diff.sections.map(({ number, lines }) => [number, lines.map(({ label }) => label)])).toEqual([
      [1, ['Evaluation set']],
    ]);
  });

  it('give two makers at once one version', async () => {
    const other = await lab.makeExperiment();
    const both = await Promise.all(
      [1, 2].map(() => makeReport(lab.actor, { kind: 'plan', experimentId: other })),
    );
    expect(both.map(({ version }) => version)).toEqual([1, 1]);
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('R-140: report a finished parallel run as measured, and no other', async () => {
    const batch = { kind: 'static', size: 4, reason: 'A point of comparison in a test.' } as const;
    const point = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', batch });
    const report = (runId: string) => makeReport(lab.actor, { kind: 'report', runId });
    await expect(report(point.id)).rejects.toMatchObject({ code: 'REPORT_TOO_EARLY' });
    await expect(report(serialId)).rejects.toMatchObject({ code: 'REPORT_TOO_EARLY' });
    await finishRun(point.id, FAST);
    const made = await report(point.id);
    expect(made).toMatchObject({ kind: 'report', runId: point.id, version: 1, isNew: true });
    expect(headings(made)).toEqual(TEN);
    const { document, content } = await readStrategyReport(lab.actor, { runId: point.id });
    const text = renderMarkdown(document);
    expect(text).toContain('## 9. Cost Report');
    expect(text).toMatch(/measured, practice model/);
    expect(content).toMatchObject({ hash: made.hash });
    const listed = await listReports(lab.actor, { runId: point.id, limit: 10 });
    expect(listed.items.map(({ id }) => id)).toEqual([made.id]);
  });

  it('are read by all in their workspace, and audited', async () => {
    const viewer = lab.actorAs('viewer');
    const { id } = await plan();
    expect((await readReportFile(viewer, { reportId: id })).name).toMatch(/^plan-/);
    const stranger = testActor('viewer', { workspaceId: 'ws_other' });
    await expect(readReport(stranger, { reportId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await db().auditEntry.count({ where: { action: 'report.made', subject: id } })).toBe(1);
  });
});

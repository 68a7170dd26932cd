import { describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import { serialToTarget } from '@/lib/report/cost-target';
import { buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { buildRecord } from '@/lib/testing/builders/run-record';
import { buildPlanInput, buildReportInput } from '@/lib/testing/builders/strategy-input';
import { composeStrategy } from './compose-strategy';
import type { Statement } from './sections';
import { strategyDocument } from './strategy-document';
import type { StrategyInput } from './strategy-input';

const VERSION = { version: 1, createdBy: 'ada', createdAt: '2026-11-21T10:00:00.000Z' };

/** One line of a plan, by its section and its name. */
function line(section: number, name: string, changes: Partial<StrategyInput> = {}): Statement {
  const content = composeStrategy({ ...buildPlanInput(), ...changes });
  const statement = content.sections[section - 1]?.fields[name];
  if (statement === undefined) throw new Error(`There is no line ${name}.`);
  return statement;
}

const diagnosis = (changes: Partial<NonNullable<StrategyInput['diagnosis']>>) => {
  const given = buildPlanInput().diagnosis;
  if (given === null) throw new Error('A plan has a diagnosis.');
  return { diagnosis: { ...given, ...changes } };
};

describe('what a plan says of its serial baseline', () => {
  it('R-151: the converged score is the mean over the plateau with its interval, and the rollouts are those until it', () => {
    // The last four measurements: 84, 85, 85 and 85 of 100.
    expect(line(1, 'convergedScore')).toMatchObject({
      basis: 'measured',
      says: expect.stringMatching(/^84\.8 % \(95 % .+, n = 1,000\)\.$/),
      from: expect.stringContaining('mean of the last 4 measurements'),
    });
  });

  it('R-151: says of a plateau at the original prompt what it converged to, and of none that there is none', () => {
    const flat = diagnosis({ verdict: 'noGo', finding: 'plateauNotAbove', alternatives: ['Switch.'] });
    expect(line(1, 'convergedScore', flat).basis).toBe('measured');
    const rising = diagnosis({ verdict: 'noGo', finding: 'stillRising', alternatives: ['Add rollouts.'] });
    for (const name of ['convergedScore', 'rolloutsToConverge']) {
      expect(line(1, name, rising)).toMatchObject({
        basis: 'notMeasured',
        says: expect.stringContaining('no plateau was found'),
      });
    }
  });

  it('R-061: lays the window of a diagnosis over no other curve than the one that it reads', () => {
    const other = diagnosis({ runId: 'run_other' });
    expect(line(1, 'convergedScore', other).basis).toBe('notMeasured');
  });

  it('R-134: says what the gate asks of held-out, and how many examples the margin against serial takes', () => {
    expect(line(8, 'threshold').says).toMatch(/gain of at least 1\.0 points .*corrected lower bound/);
    expect(line(8, 'threshold').says).toMatch(/takes 597 held-out examples: too few/);
  });

  it('R-159, R-179: quotes nothing of a baseline of another split or other hardware', () => {
    const place = buildModelBinding({ practice: false, hardware: 'A100' });
    const elsewhere: Partial<RunManifest>[] = [
      { models: { serving: place, proposer: place, evaluator: place } },
      { split: { ...buildPlanInput().manifest.split, hash: 'another' } },
    ];
    for (const manifest of elsewhere) {
      const record = buildRecord({ runId: 'run_serial', points: [{ right: 10 }, { right: 95 }], manifest });
      const foreign = { serial: { record } };
      for (const name of ['originalScore', 'convergedScore', 'rolloutsToConverge']) {
        expect(line(1, name, foreign).basis, name).toBe('notMeasured');
      }
      expect(line(9, 'againstSerial', foreign).says).toContain('no finished serial baseline');
      expect(line(9, 'headline', foreign).basis).toBe('notMeasured');
    }
  });
});

describe('what a plan expects and a report found', () => {
  it('R-024: promises no target: an expectation is no upper bound', () => {
    const { manifest } = buildPlanInput();
    const stopping = { ...manifest.stopping, targetScore: 0.9 };
    const { says } = line(9, 'toTarget', { manifest: { ...manifest, stopping } });
    expect(says).toMatch(/^Whether 90\.0 % on held-out is reached is not known; .+ expected to take/);
    expect(says).not.toMatch(/at most/i);
  });

  it('R-120: expects no more than the hard budget lets through, and says that it ends there', () => {
    const { manifest } = buildPlanInput();
    const total = (budget: Partial<RunManifest['budget']>) =>
      line(9, 'total', { manifest: { ...manifest, budget: { ...manifest.budget, ...budget } } });
    expect(total({}).says).toContain('$2.00 to $3.00, 40,000 to 60,000 tokens, 20 rollouts');
    expect(total({ rollouts: 5 })).toMatchObject({
      says: expect.stringContaining('$0.50 to $0.75, 10,000 to 15,000 tokens, 5 rollouts'),
      from: expect.stringContaining('up to the hard budget'),
    });
    // The tightest of several; the end is a cap on time here.
    expect(total({ rollouts: 10, wallMs: 1500 }).says).toContain(
      '$0.38 to $0.50, 7,500 to 10,000 tokens, 3 to 5 rollouts',
    );
    expect(total({ rollouts: 100 }).from).not.toContain('hard budget');
  });

  it('R-024: sets beside a run only a baseline that may be compared, and says where that one never got there', () => {
    const given = buildReportInput();
    const rows = (input: StrategyInput) => {
      const [table] = composeStrategy(input).sections[8]?.fields.toTarget?.blocks ?? [];
      return table?.kind === 'table' ? table.rows.map(([, , baseline]) => baseline) : [];
    };
    expect(rows(given)[0]).toMatch(/^\d+$/);
    const { measured } = given;
    if (measured === null) throw new Error('A report has measured something.');
    const beside = (baseline: Parameters<typeof buildRecord>[0]) => {
      const serial = { record: buildRecord(baseline), rows: [] };
      const costs = { ...measured.costs, serialToTarget: serialToTarget(measured.record, serial, 0.8) };
      return new Set(rows({ ...given, measured: { ...measured, costs } }));
    };
    const { split } = given.manifest;
    const foreign = { points: [{ right: 90 }], manifest: { split: { ...split, hash: 'another' } } };
    expect(beside(foreign)).toEqual(new Set(['not compared']));
    expect(beside({ points: [{ right: 70 }] })).toEqual(new Set(['not reached']));
  });

  it('R-120: reserves calls and no time', () => {
    const { manifest } = buildPlanInput();
    const none = { rollouts: null, tokens: null, usd: null, gpuSeconds: null, wallMs: null };
    const budget = (changes: Partial<RunManifest['budget']>) =>
      line(7, 'budget', { manifest: { ...manifest, budget: { ...none, ...changes } } }).says;
    expect(budget({ wallMs: 60_000 })).toBe('1.0 min; nothing is sent once the time is over.');
    expect(budget({ rollouts: 9 })).toBe(
      '9 rollouts; reserved before each call, so that no parallel wave passes it.',
    );
    expect(budget({})).toContain('No hard cap is set');
  });

  it('R-156: aborts a run whose judge fails, and takes the seat back from a proposer', () => {
    const { manifest } = buildPlanInput();
    const judged = (judge: 'separate' | 'proposer') => {
      const task = { ...manifest.task, scoring: { kind: 'judge', rubric: 'Is it right?' } };
      const judging = {
        judge,
        forcedReason: 'It is cheap.',
        sampleShare: 0.05,
        minPairs: 30,
        spearmanMin: 0.7,
        costCeilingUsd: null,
        proxy: null,
      };
      return line(6, 'calibration', { manifest: { ...manifest, task, judging } as unknown as RunManifest })
        .says;
    };
    expect(judged('separate')).toContain('the run is aborted');
    expect(judged('proposer')).toContain('the separate evaluator takes the seat back');
    expect(judged('proposer')).not.toContain('aborted');
  });

  it('R-090: does not say that batches held one call where a policy is pinned and none went out', () => {
    const input = buildReportInput();
    const dispatch = { ...input.dispatch, expected: null, actual: null };
    const { distribution } = composeStrategy({ ...input, dispatch }).sections[3]?.fields ?? {};
    expect(distribution).toMatchObject({ basis: 'notMeasured', says: 'Not measured: no batch was sent.' });
  });

  it('R-141: calls no headline good, and one that must not be used to attention', () => {
    const notices = (input: StrategyInput) =>
      strategyDocument(composeStrategy(input), VERSION).sections.flatMap(({ blocks }) =>
        blocks.filter((block) => block.kind === 'notice'),
      );
    const given = buildReportInput();
    const { models } = given.manifest;
    // The builder lets one model play every part, which keeps a headline from being one.
    const apart = { ...models, proposer: { ...models.proposer, model: 'another' } };
    const report = { ...given, manifest: { ...given.manifest, models: apart }, serial: null };
    expect(notices(report).map(({ tone }) => tone)).toEqual(['neutral']);
    const evaluationSet = { ...report.evaluationSet, usedToTune: true };
    expect(notices({ ...report, evaluationSet })).toMatchObject([
      { tone: 'bad', text: expect.stringContaining('Not to be used as a headline') },
    ]);
  });
});

import { COST_ITERATIONS_MAX, type RunCostsView } from '@/lib/contracts/costs';
import type { ReadinessView } from '@/lib/contracts/readiness';
import type { Actor } from '@/lib/domain/actor';
import { type CostReport, costReport } from '@/lib/report/cost-report';
import type { HeadlineParts } from '@/lib/report/headline';
import { findAcceptedPrompts, readNewestCostRows } from '@/server/repositories/costs';
import type { MeasuringRun } from '@/server/repositories/readiness';
import { getRunRow } from '@/server/repositories/runs';
import { findBaseline, namedBaseline } from '@/server/services/runs/find-baseline';
import { readCostedRecord } from '@/server/services/runs/read-record';
import { readinessOfRun } from '../readiness/read-readiness';
import { readConfounding } from '../runs/acknowledge-confounding';
import { costsView } from './costs-view';

/** Costs of a run, as its page, its report and its files show them. */
export interface ReadCostsInput {
  readonly runId: string;
  /** A held-out score in 0..1; left out: the run's own soft target. */
  readonly target?: number | undefined;
  readonly baseline?: string | undefined;
}

export async function readCosts(actor: Actor<'read'>, input: ReadCostsInput): Promise<RunCostsView> {
  const { run, report } = await readCostReport(actor, input);
  const accepted = await findAcceptedPrompts(run.id);
  const recordedAt = new Map(accepted.map(({ candidateHash, createdAt }) => [candidateHash, createdAt]));
  return {
    runId: run.id,
    label: run.label,
    status: run.status,
    practice: run.practice,
    hardware: run.manifest.models.serving.hardware,
    splitHash: run.manifest.split.hash,
    ...costsView(report, recordedAt),
  };
}

/** The same as a value of lib/report, for what else is made of it: a report's ninth section, a file. */
export async function readCostReport(
  actor: Actor<'read'>,
  input: ReadCostsInput,
): Promise<{ readonly run: MeasuringRun; readonly report: CostReport }> {
  const run = await getRunRow(actor.workspaceId, input.runId);
  const baseline = input.baseline
    ? await namedBaseline(actor.workspaceId, input.baseline)
    : await findBaseline(actor.workspaceId, run.manifest);
  const [own, newest, serial, confounding] = await Promise.all([
    readCostedRecord(run),
    readNewestCostRows(run.id, COST_ITERATIONS_MAX),
    baseline && readCostedRecord(baseline),
    readConfounding(run.id, run.manifest),
  ]);
  const records = { own: own.record, serial: serial === null ? null : serial.record };
  const readiness = await readinessOfRun(actor.workspaceId, { run, baseline, records });
  const targetScore = input.target ?? null;
  const report = costReport({ ...own, newest, serial, targetScore, speed: speedOf(readiness), confounding });
  return { run, report };
}

/** How fast it was is said only where readiness says so, and of a regression only struck through. */
function speedOf({ headline, claim, sentence }: ReadinessView): HeadlineParts['speed'] {
  if (headline !== null) {
    const { ratio, lower, upper, seeds } = headline;
    return { kind: 'shown', ratio, lower, upper, seeds };
  }
  if (claim?.verdict !== 'regression') return { kind: 'none', sentence };
  return { kind: 'regression', struckThrough: claim.struckThrough, sentence: claim.sentence };
}

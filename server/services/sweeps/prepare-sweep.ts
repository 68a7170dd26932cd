import type { EstimateSweepInput } from '@/lib/contracts/sweep-plan';
import type { SweepEstimateView } from '@/lib/contracts/sweep-shapes';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { aggregationOf, SWEEP_AMOUNT_KINDS, type SweepBudget, type SweepCell } from '@/lib/domain/sweep';
import { AppError } from '@/lib/errors/app-error';
import { ofKind } from '@/lib/policy/aggregation';
import { sequentialSize, sweepCells } from '@/lib/report/sweep-cells';
import {
  type CellEstimate,
  estimateCell,
  estimateSweep,
  type SweepEstimate,
} from '@/lib/report/sweep-estimate';
import { prepareRun } from '@/server/services/launches/start-run';
import { estimateBasis } from '@/server/services/runs/estimate-basis';
import { sweepReason } from './cell-manifest';

/** A sweep before its launch: its cells, their common manifest, and the expected cost. */
export interface PreparedSweep {
  readonly base: RunManifest;
  readonly cells: readonly SweepCell[];
  readonly each: readonly CellEstimate[];
  readonly total: SweepEstimate;
  readonly refusal: string | null;
}

const CELLS_MAX = 500;

export async function prepareSweep(actor: Actor, input: EstimateSweepInput): Promise<PreparedSweep> {
  assertPlan(input);
  const base = await baseManifest(actor, input);
  const cells = sweepCells(input, base.method.name);
  const basis = await estimateBasis(actor.workspaceId, base);
  const total = estimateSweep({ cells, base, basis, concurrent: input.concurrent });
  const each = cells.map((cell) => estimateCell(cell, base, basis));
  return { base, cells, each, total, refusal: tooMany(cells) ?? refusalOf(total, input.budget) };
}

/** A plan too large to read: an estimate says so, a launch is refused. */
export function tooMany(cells: readonly SweepCell[]): string | null {
  if (cells.length <= CELLS_MAX) return null;
  return `A sweep has at most ${CELLS_MAX} cells; these are ${cells.length}.`;
}

/** Starts nothing: what the form and the API show before anybody launches. */
export async function estimate(actor: Actor<'read'>, input: EstimateSweepInput): Promise<SweepEstimateView> {
  return estimateView(await prepareSweep(actor, input));
}

export const estimateView = ({ total, base, refusal }: PreparedSweep): SweepEstimateView => ({
  ...total,
  lanes: base.lanes,
  refusal,
});

function assertPlan({ arms, sizes, seeds }: EstimateSweepInput): void {
  for (const [path, values] of Object.entries({ arms, sizes, seeds })) {
    if (new Set<unknown>(values).size < values.length) throw refusedPlan(path, 'Name each once.');
  }
}

/** Every arm is prepared as a run would be, so that what no run may be is refused before the first one starts. */
async function baseManifest(actor: Actor, input: EstimateSweepInput): Promise<RunManifest> {
  const { experimentId } = input;
  const seed = input.seeds[0] ?? 0;
  const batchOf = (size: number, arm: SweepCell['arm']) => ({
    kind: 'static' as const,
    size,
    reason: sweepReason({ arm, batchSize: size }),
  });
  const size = Math.min(...input.sizes);
  const asked = { experimentId, kind: 'comparisonPoint' as const, seed };
  const { manifest } = await prepareRun(actor, { ...asked, batch: batchOf(size, 'naive') });
  for (const arm of input.arms) {
    const kind = aggregationOf(arm);
    if (kind === null) continue;
    const own = arm === 'sequential' ? sequentialSize(manifest.method.name) : size;
    const settings = ofKind(manifest.aggregation, kind);
    const aggregation = { ...settings, grouping: settings.grouping ?? ('afterBarrier' as const) };
    await prepareRun(actor, { ...asked, aggregation, batch: batchOf(own, arm) });
  }
  return manifest;
}

export const refusedPlan = (path: string, message: string) =>
  new AppError('INPUT_INVALID', message, { fields: [{ path, message }] });

const WORDS = { usd: 'dollars', tokens: 'tokens', rollouts: 'training rollouts' } as const;

/** The first cap that the estimate passes, as a sentence; null = the budget covers it. */
function refusalOf(total: SweepEstimate, budget: SweepBudget): string | null {
  for (const kind of SWEEP_AMOUNT_KINDS) {
    const cap = budget[kind];
    if (cap !== null && total[kind] > cap) {
      return `The sweep is expected to take about ${said(total[kind])} ${WORDS[kind]}, more than its budget of ${said(cap)}.`;
    }
  }
  if (budget.wallMs !== null && total.wallMs > budget.wallMs) {
    return `The sweep is expected to take about ${said(total.wallMs / 1000)} s, more than its ${said(budget.wallMs / 1000)} s.`;
  }
  return null;
}

const said = (amount: number) =>
  amount.toLocaleString('en-US', { maximumFractionDigits: amount < 100 ? 2 : 0 });

import type { Actor } from '@/lib/domain/actor';
import { isPriced } from '@/lib/domain/asked-roles';
import { knownSpend } from '@/lib/domain/spend';
import { AppError } from '@/lib/errors/app-error';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE, type RunState } from '@/lib/projection/run-state';
import { readIterationEntries } from '@/server/events/read-folded-entries';
import { assertRunExists, getRunRow } from '@/server/repositories/runs';
import { foldRun } from './fold-run';

/** The run page at a number of its ledger, and of older iterations what is left out there. */
type Wire = Record<string, unknown>;

export async function readRunSnapshot(
  actor: Actor<'read'>,
  input: { readonly runId: string },
): Promise<{ seq: number; state: Wire }> {
  const { lastSeq, manifest } = await getRunRow(actor.workspaceId, input.runId);
  const state = await foldRun(input.runId, lastSeq);
  const shown = isPriced(manifest) ? state : withUnknownDollars(state);
  return { seq: state.lastSeq, state: { ...shown } };
}

/** A call without a price counts 0 in the ledger's sums, which is not what it cost: as everywhere, null is said of them. */
function withUnknownDollars({ spend, finished, measurements, ...state }: RunState) {
  return {
    ...state,
    spend: spend && knownSpend(spend, false),
    finished: finished && { ...finished, spend: knownSpend(finished.spend, false) },
    measurements: measurements.map(({ spent, ...point }) => ({
      ...point,
      spent: spent && { ...spent, usd: null },
    })),
  };
}

export async function readIterationScan(
  actor: Actor<'read'>,
  input: { readonly runId: string; readonly iteration: number },
): Promise<{ iteration: Wire }> {
  await assertRunExists(actor.workspaceId, input.runId);
  const entries = await readIterationEntries(input.runId, input.iteration);
  const { iterations } = reduceRun(EMPTY_RUN_STATE, entries);
  const iteration = iterations.find((one) => one.iteration === input.iteration);
  if (iteration === undefined) throw new AppError('NOT_FOUND', 'The run has no such iteration (yet).');
  return { iteration: { ...iteration } };
}

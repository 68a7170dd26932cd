import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';

/**
 * Which engine made a run. Version 2 keeps missing scores apart from zeros, so it walks another path over the answers of
 * version 1. Runs of version 1 stay readable and their ledger's hash can be checked; a replay and the rest of a paused
 * run need the engine that made them.
 */
export const ENGINE_VERSION = 2;

type Made = Pick<RunManifest, 'engineVersion' | 'stragglers'>;

/** Why this engine cannot run the manifest over its journal; null = it can. */
export function replayRefusal(made: Made): string | null {
  return isOwn(made) ? null : `${differenceOf(made)}, so it would not repeat the run.`;
}

/** Why no part of the run may be made by this engine; null = it may. */
export function continueRefusal(made: Made): AppError | null {
  if (isOwn(made) && !hedged(made)) return null;
  const why = isOwn(made)
    ? 'This run hedged its slow calls, which this version no longer does'
    : differenceOf(made);
  return new AppError('STATE_CONFLICT', `${why}, so it cannot continue the run.`, {
    howToProceed: [
      'Branch a new run from one of its iterations.',
      'Start a new run of its experiment.',
      'Read and export the run as it is.',
    ],
  });
}

/** @throws AppError STATE_CONFLICT */
export function assertContinuable(made: Made): void {
  const refusal = continueRefusal(made);
  if (refusal !== null) throw refusal;
}

/** The caps of such a run count the second calls too. A replay needs no caps: its answers are in the journal. */
const hedged = ({ stragglers }: Made) =>
  ((stragglers as { hedge?: unknown } | undefined)?.hedge ?? null) !== null;

const isOwn = ({ engineVersion }: Made) => engineVersion === ENGINE_VERSION;

const differenceOf = ({ engineVersion }: Made) =>
  `This run was made by engine version ${engineVersion ?? 1}, which scored failed evaluators 0. Version ${ENGINE_VERSION} leaves such scores missing`;

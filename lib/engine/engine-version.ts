import type { RunManifest } from '@/lib/domain/manifest';
import { ENGINE_VERSION } from '@/lib/domain/run';
import { AppError } from '@/lib/errors/app-error';

/**
 * Whether this engine may make a run. Version 1 scored failed evaluators 0 and version 2 kept sentences in its facts, so
 * each would state other facts over the same answers. Runs of both stay readable and their ledger's hash can be checked;
 * a replay and the rest of a paused run need the engine that made them.
 */
type Made = Pick<RunManifest, 'engineVersion'>;

/** Why this engine cannot run the manifest over its journal; null = it can. */
export function replayRefusal(made: Made): string | null {
  return isOwn(made) ? null : `${differenceOf(made)}, so it would not repeat the run.`;
}

/** Why no part of the run may be made by this engine; null = it may. */
export function continueRefusal(made: Made): AppError | null {
  if (isOwn(made)) return null;
  return new AppError('STATE_CONFLICT', `${differenceOf(made)}, so it cannot continue the run.`, {
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

const isOwn = ({ engineVersion }: Made) => engineVersion === ENGINE_VERSION;

function differenceOf({ engineVersion = 1 }: Made): string {
  const [did, does] =
    engineVersion === 1
      ? ['scored failed evaluators 0', 'leaves such scores missing']
      : ['wrote sentences into its facts', 'writes codes and numbers'];
  return `This run was made by engine version ${engineVersion}, which ${did}. Version ${ENGINE_VERSION} ${does}`;
}

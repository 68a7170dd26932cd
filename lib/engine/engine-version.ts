import type { RunManifest } from '@/lib/domain/manifest';

/**
 * Which engine made a run. Version 2 keeps missing scores apart from zeros, so it walks another path over the answers of
 * version 1. Runs of version 1 stay readable and their ledger's hash can be checked; only a replay needs the same engine.
 */
export const ENGINE_VERSION = 2;

/** Why this engine cannot run the manifest over its journal; null = it can. */
export function replayRefusal({ engineVersion }: Pick<RunManifest, 'engineVersion'>): string | null {
  if (engineVersion === ENGINE_VERSION) return null;
  return `This run was made by engine version ${engineVersion ?? 1}, which scored failed evaluators 0. Version ${ENGINE_VERSION} leaves such scores missing, so it would not repeat the run.`;
}

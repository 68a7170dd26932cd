import type { ManifestFileView } from '@/lib/contracts/replay';
import type { Actor } from '@/lib/domain/actor';
import { configurationHash } from '@/lib/report/configuration';
import { getRunRow } from '@/server/repositories/runs';

/** A run's manifest as a self-contained file: each hash can be recomputed from it. */
export async function readManifest(
  actor: Actor<'read'>,
  input: { readonly runId: string },
): Promise<ManifestFileView> {
  const { id, kind, status, manifestHash, runHash, ...row } = await getRunRow(actor.workspaceId, input.runId);
  const manifest = row.manifest;
  return {
    runId: id,
    kind,
    status,
    manifestHash,
    configurationHash: configurationHash(manifest),
    splitHash: manifest.split.hash,
    promptHashes: { ...manifest.prompts },
    codeVersion: manifest.codeVersion,
    runHash,
    manifest: row.manifest as Record<string, unknown>,
  };
}

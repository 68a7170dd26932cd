import type { RunManifest } from '@/lib/domain/manifest';
import { assertNotConfounded } from '@/lib/policy/confounding';
import { assertScalable } from '@/lib/policy/speedup-conditions';
import { readRunConditions } from '@/server/services/diagnoses/run-conditions';
import { readConfounding } from '@/server/services/runs/acknowledge-confounding';

interface ClaimedRun {
  readonly id: string;
  readonly workspaceId: string;
  readonly manifest: unknown;
}

/**
 * Whether the claim of a run may still be measured again: its speedup has its three conditions and its roles are told
 * apart. @throws AppError SPEEDUP_CONDITIONS_UNMET, ROLES_CONFOUNDED
 */
export async function assertRemeasurable({ id, workspaceId, manifest }: ClaimedRun): Promise<void> {
  const pinned = manifest as RunManifest;
  assertScalable(await readRunConditions(workspaceId, pinned));
  assertNotConfounded(await readConfounding(id, pinned));
}

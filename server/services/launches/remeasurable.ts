import type { RunManifest } from '@/lib/domain/manifest';
import { assertNotConfounded } from '@/lib/policy/confounding';
import { assertScalable } from '@/lib/policy/speedup-conditions';
import { readRunConditions } from '@/server/services/diagnoses/run-conditions';
import { readConfounding } from '@/server/services/runs/acknowledge-confounding';

interface ClaimedRun {
  readonly id: string;
  readonly workspaceId: string;
  readonly manifest: RunManifest;
}

/**
 * Whether the claim of a run may still be measured again: its speedup has its three conditions and its roles are told
 * apart. @throws AppError SPEEDUP_CONDITIONS_UNMET, ROLES_CONFOUNDED
 */
export async function assertRemeasurable({ id, workspaceId, manifest }: ClaimedRun): Promise<void> {
  assertScalable(await readRunConditions(workspaceId, manifest));
  assertNotConfounded(await readConfounding(id, manifest));
}

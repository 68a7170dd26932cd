import type { Actor } from '@/lib/domain/actor';
import type { SweepRow } from '@/server/repositories/sweeps';

/** Closes a sweep that has nothing left to start, and stops what is past its time; would start nothing. */
export const nobody = ({ workspaceId, createdBy }: Pick<SweepRow, 'workspaceId' | 'createdBy'>): Actor => ({
  ...{ workspaceId, role: 'viewer', name: createdBy, via: 'command', userId: null, keyId: null },
});

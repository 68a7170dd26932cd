import type { RunManifest } from '@/lib/domain/manifest';
import { runManifest } from '@/lib/domain/manifest-schema';
import { checkStored } from '@/server/db/stored-json';

interface Stored {
  readonly id: string;
  readonly manifest: unknown;
}

/** A run's manifest as it is stored, so that its hash holds. @throws AppError STORED_UNREADABLE */
export function manifestOf({ id, manifest }: Stored): RunManifest {
  return checkStored(runManifest, manifest, { table: 'Run', column: 'manifest', id });
}

/** The manifest that the cells of a sweep are made from. @throws AppError STORED_UNREADABLE */
export function baseOf({ id, base }: { readonly id: string; readonly base: unknown }): RunManifest {
  return checkStored(runManifest, base, { table: 'Sweep', column: 'base', id });
}

/** The row with its manifest read. @throws AppError STORED_UNREADABLE */
export function withManifest<Row extends Stored>(
  row: Row,
): Omit<Row, 'manifest'> & { manifest: RunManifest } {
  return { ...row, manifest: manifestOf(row) };
}

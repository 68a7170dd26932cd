import { statfsSync } from 'node:fs';
import { embeddedDatabaseUrl } from '@/server/config/kept-secrets';

/**
 * The room on the disk of the embedded Postgres, and from when on it is too little. Of a Postgres on another machine
 * nothing is known here: there the first refused write (53100) says it.
 */
const MB = 1024 * 1024;
/** Warned of. */
export const LOW_BYTES = 2048 * MB;
/** Runs are paused. Above the reserve, so that they are paused before it is needed. */
export const FULL_BYTES = 128 * MB;
/** A new database takes 60 MB and its log of changes grows at once. */
export const NEW_DATABASE_BYTES = 256 * MB;

export interface DiskRoom {
  readonly freeBytes: number;
  readonly state: 'enough' | 'low' | 'full';
}

/** Room on the disk that holds this folder, as far as this user may use it. */
export function roomOf(folder: string): DiskRoom {
  const { bavail, bsize } = statfsSync(/*turbopackIgnore: true*/ folder);
  const freeBytes = bavail * bsize;
  return { freeBytes, state: freeBytes < FULL_BYTES ? 'full' : freeBytes < LOW_BYTES ? 'low' : 'enough' };
}

/** Null where the database is not the embedded one of this data folder. */
export function databaseRoom(settings: {
  readonly databaseUrl: string;
  readonly dataDir: string;
}): DiskRoom | null {
  const { databaseUrl, dataDir } = settings;
  return embeddedDatabaseUrl(dataDir) === databaseUrl ? roomOf(dataDir) : null;
}

export function bytesWords(bytes: number): string {
  return bytes >= 1024 * MB ? `${(bytes / (1024 * MB)).toFixed(1)} GB` : `${Math.floor(bytes / MB)} MB`;
}

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type pg from 'pg';
import { type EnvironmentTask, environmentTaskSchema } from '@/lib/domain/environment-task';
import { readTar } from '@/lib/environments/tar-read';
import { writeTar } from '@/lib/environments/tar-write';
import type { ArchivedFile } from '@/lib/environments/task-folders';
import { checkStored } from '@/server/db/stored-json';

/** Tasks of environments, each stored once in a workspace by the hash of its folder, as a gzipped tar. */
const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface StoredTask {
  readonly name: string;
  readonly task: EnvironmentTask;
  readonly files: readonly ArchivedFile[];
}

export async function storeEnvironmentTask(
  client: Pick<pg.Pool, 'query'>,
  {
    workspaceId,
    hash,
    name,
    task,
    files,
  }: StoredTask & { readonly workspaceId: string; readonly hash: string },
): Promise<void> {
  const body = await compress(writeTar(files.map((file) => ({ ...file, path: `/${file.path}` }))));
  const bytes = files.reduce((sum, { content }) => sum + content.byteLength, 0);
  await client.query(
    `INSERT INTO "EnvironmentTask" ("workspaceId", hash, name, task, files, bytes) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT ("workspaceId", hash) DO NOTHING`,
    [workspaceId, hash, name, JSON.stringify(task), body, bytes],
  );
}

/** Null = the workspace has no such task. */
export async function readEnvironmentTask(
  client: Pick<pg.Pool, 'query'>,
  { workspaceId, hash }: { readonly workspaceId: string; readonly hash: string },
): Promise<StoredTask | null> {
  const { rows } = await client.query<{ name: string; task: unknown; files: Buffer }>(
    'SELECT name, task, files FROM "EnvironmentTask" WHERE "workspaceId" = $1 AND hash = $2',
    [workspaceId, hash],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const content = readTar(await decompress(row.files));
  if (content === null) return null;
  const task = checkStored(environmentTaskSchema, row.task, {
    table: 'EnvironmentTask',
    column: 'task',
    id: hash,
  });
  return { name: row.name, task, files: content.files };
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@/lib/errors/app-error';
import { closeDb } from '@/server/db/client';

interface SeedModule {
  /** Makes the first workspace where there is none; the password comes back only when it was made up just now. */
  seedWorkspace(): Promise<{
    readonly signIn: { readonly email: string; readonly password: string | null } | null;
    readonly baselineRunIds: readonly string[];
  }>;
}

export interface Seeded {
  /** The sentence about signing in, at the first start. */
  readonly signIn: string | null;
  /** The serial baselines that were put into the queue, at the first start. */
  readonly baselineRunIds: readonly string[];
}

/** Runs the seed, which does its work at the first start only. */
export async function seedOnce(): Promise<Seeded> {
  const file = path.resolve('server/commands/seed.ts');
  if (!existsSync(file))
    throw new AppError('CONFIG_INVALID', `The file ${file} is missing: restore it from the repository.`);
  const { seedWorkspace }: SeedModule = await import(pathToFileURL(file).href);
  try {
    const { signIn, baselineRunIds } = await seedWorkspace();
    if (!signIn) return { signIn: null, baselineRunIds };
    const password = signIn.password ? `, password ${signIn.password} (shown this once)` : '';
    return { signIn: `Sign in as ${signIn.email}${password}.`, baselineRunIds };
  } finally {
    await closeDb();
  }
}

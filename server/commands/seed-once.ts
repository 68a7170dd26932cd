import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@/lib/errors/app-error';
import { closeDb } from '@/server/db/client';

interface SeedModule {
  /** Makes the first workspace where there is none; the password comes back only when it was made up just now. */
  seedWorkspace(): Promise<{
    readonly signIn: { readonly email: string; readonly password: string | null } | null;
  }>;
}

/** Runs the seed; the sentence about signing in, at the first start. */
export async function seedOnce(): Promise<string | null> {
  const file = path.resolve('server/commands/seed.ts');
  if (!existsSync(file))
    throw new AppError('CONFIG_INVALID', `The file ${file} is missing: restore it from the repository.`);
  const { seedWorkspace }: SeedModule = await import(pathToFileURL(file).href);
  try {
    const { signIn } = await seedWorkspace();
    if (!signIn) return null;
    const password = signIn.password ? `, password ${signIn.password} (shown this once)` : '';
    return `Sign in as ${signIn.email}${password}.`;
  } finally {
    await closeDb();
  }
}

import type pg from 'pg';
import { AppError } from '@/lib/errors/app-error';
import { openSecret } from './secret-box';

/**
 * Whether this machine can open the keys of the providers. They are sealed under the installation's secret, which the
 * first machine keeps in its data folder: another machine has to be given it.
 * @throws AppError CONFIG_INVALID when there are keys and none of them opens.
 */
export async function assertKeysOpen(pool: pg.Pool, secret: string): Promise<void> {
  const { rows } = await pool.query<{ id: string; keyCiphertext: string }>(SEALED);
  const opens = ({ id, keyCiphertext }: { id: string; keyCiphertext: string }) => {
    try {
      openSecret(keyCiphertext, id, secret);
      return true;
    } catch (error) {
      if (AppError.is(error, 'CONFIG_INVALID')) return false;
      throw error;
    }
  };
  if (rows.length === 0 || rows.some(opens)) return;
  throw new AppError(
    'CONFIG_INVALID',
    'This worker cannot open the keys of the providers: set WAGGLE_SECRET to the secret of the installation, which is its own WAGGLE_SECRET or NEXTAUTH_SECRET or, where it has neither, the content of the file "secret" in its data folder.',
  );
}

const SEALED = `
SELECT id, "keyCiphertext" FROM "Provider" WHERE "keyCiphertext" IS NOT NULL AND "archivedAt" IS NULL
ORDER BY "updatedAt" DESC LIMIT 50`;

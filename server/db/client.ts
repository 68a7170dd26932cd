import { PrismaPg } from '@prisma/adapter-pg';
import { config } from '@/server/config/config';
import { PrismaClient } from '@/server/db/generated/client';

/**
 * The one Prisma client of a process, made at first use. Kept on globalThis because `next dev` loads modules anew
 * at every change and would otherwise leave a pool behind each time.
 */

const kept = globalThis as typeof globalThis & { waggleDb?: PrismaClient | undefined };

/** The client of this process. */
export function db(): PrismaClient {
  kept.waggleDb ??= createDb(config().databaseUrl, config().poolSize);
  return kept.waggleDb;
}

/** Prisma's own limits, 2 and 5 s, end the first start on a busy machine. */
const TRANSACTION = { maxWait: 10_000, timeout: 30_000 };

/** Makes a separate client; the caller ends it with $disconnect. */
export function createDb(url: string, poolSize: number): PrismaClient {
  const adapter = new PrismaPg({ connectionString: url, max: poolSize, connectionTimeoutMillis: 10_000 });
  return new PrismaClient({ adapter, transactionOptions: TRANSACTION });
}

/** Ends the client of this process, if there is one. */
export async function closeDb(): Promise<void> {
  const open = kept.waggleDb;
  kept.waggleDb = undefined;
  await open?.$disconnect();
}

import { readDataDir } from '@/server/config/config';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';

/** The database that a command works on: that of DATABASE_URL, else the embedded one, which is started where it is not running. */
export interface OpenDatabase {
  readonly url: string;
  close(): Promise<void>;
}

export async function openDatabase(): Promise<OpenDatabase> {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, close: async () => undefined };
  const server = await startEmbeddedPostgres(readDataDir());
  return {
    url: server.url,
    // One that was found running is left running.
    close: async () => {
      if (!server.reused) await server.stop();
    },
  };
}

import { AppError } from './app-error';
import { isWrapped } from './wrapped-error';

/**
 * Whether an error means that the database went away (restarting, shutting down, unreachable, out of connections)
 * rather than that something is wrong with what was asked. Looks through causes, lists and the details in which client
 * libraries wrap the server's own code. Knows nothing of what to do then.
 */
export function isDatabaseGone(error: unknown): boolean {
  if (AppError.is(error)) return error.code === 'DATABASE_UNAVAILABLE';
  return isWrapped(error, { code: GONE_CODE, message: GONE_MESSAGE });
}

/** Class 08 = connection exception, 3D000 = not made yet, 57P0x = shutting down or starting, 53300 = too many
 * connections; then the system's own; then Prisma's: cannot reach, refused, timed out, closed, no connection from the
 * pool; then our own. */
const GONE_CODE =
  /^(08...|3D000|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|P1000|P1001|P1002|P1008|P1017|P2024|P2037|DATABASE_UNAVAILABLE)$/;
const GONE_MESSAGE =
  /Connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Code: `(57P0[1-5]|53300|08...)`/i;

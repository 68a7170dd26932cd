import { AppError } from './app-error';

/**
 * Whether an error means that the database went away (restarting, shutting down, unreachable, out of connections)
 * rather than that something is wrong with what was asked. Looks through causes, lists and the details in which client
 * libraries wrap the server's own code. Knows nothing of what to do then.
 */
export function isDatabaseGone(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > DEPTH_MAX) return false;
  if (AppError.is(error)) return error.code === 'DATABASE_UNAVAILABLE';
  if (CODE_NAMES.some((name) => GONE_CODE.test(String(Reflect.get(error, name) ?? '')))) return true;
  if (GONE_MESSAGE.test(String(Reflect.get(error, 'message') ?? ''))) return true;
  const inner = WRAPPED_IN.map((name): unknown => Reflect.get(error, name));
  return inner.some((one) =>
    (Array.isArray(one) ? one : [one]).some((each) => isDatabaseGone(each, depth + 1)),
  );
}

const DEPTH_MAX = 5;
const CODE_NAMES = ['code', 'errorCode', 'originalCode'];
const WRAPPED_IN = ['cause', 'errors', 'meta', 'driverAdapterError'];

/** Class 08 = connection exception, 3D000 = not made yet, 57P0x = shutting down or starting, 53300 = too many connections; then the
 * system's own; then Prisma's: cannot reach, refused, timed out, closed, no connection from the pool. */
const GONE_CODE =
  /^(08...|3D000|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|P1000|P1001|P1002|P1008|P1017|P2024|P2037)$/;
const GONE_MESSAGE =
  /Connection terminated|connection timeout|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Code: `(57P0[1-5]|53300|08...)`/i;

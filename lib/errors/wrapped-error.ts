/**
 * Looks through an error for what a client library wrapped in it: causes, lists, and the details in which the server's own
 * code is kept. Knows no codes.
 */
export interface WrappedShape {
  readonly code: RegExp;
  readonly message: RegExp;
}

/** Whether the error or anything that it wraps has such a code or such words. */
export function isWrapped(error: unknown, shape: WrappedShape, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > DEPTH_MAX) return false;
  if (CODE_NAMES.some((name) => shape.code.test(String(Reflect.get(error, name) ?? '')))) return true;
  if (shape.message.test(String(Reflect.get(error, 'message') ?? ''))) return true;
  const inner = WRAPPED_IN.map((name): unknown => Reflect.get(error, name));
  return inner.some((one) =>
    (Array.isArray(one) ? one : [one]).some((each) => isWrapped(each, shape, depth + 1)),
  );
}

const DEPTH_MAX = 5;
const CODE_NAMES = ['code', 'errorCode', 'originalCode'];
const WRAPPED_IN = ['cause', 'errors', 'meta', 'driverAdapterError'];

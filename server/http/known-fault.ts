import { ZodError } from 'zod';
import { CORRECT_AND_SEND, faultSentence, inputSentence } from '@/lib/contracts/input-fault';
import { AppError, type FieldFault } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { isDiskFull } from '@/lib/errors/disk-full';
import { refusal } from '@/lib/policy/rules/rule';
import { settledField } from '@/lib/policy/settled-fields';
import { HttpFault } from './http-fault';

/**
 * Translates errors of libraries (zod, the database client) into AppErrors. Unknown errors stay unknown, and
 * the caller answers 500 without their text.
 */
export function knownFault(error: unknown): AppError | HttpFault | null {
  if (error instanceof HttpFault || AppError.is(error)) return error;
  if (error instanceof ZodError) return inputInvalid(error);
  return databaseFault(error);
}

/** All faults of an input at once, each under its path. */
export function inputInvalid(error: ZodError, prefix = ''): AppError {
  const settled = error.issues.flatMap(namesOf).flatMap((name) => settledField(name) ?? [])[0];
  const fields = error.issues.slice(0, 50).map((issue): FieldFault => {
    const path = fieldPath(issue.path);
    return { path: prefix && path ? `${prefix}.${path}` : prefix || path, message: faultSentence(issue) };
  });
  if (settled) return refusal(settled, { fields, cause: error });
  return new AppError('INPUT_INVALID', inputSentence(fields), {
    fields,
    cause: error,
    howToProceed: [CORRECT_AND_SEND],
  });
}

/** The faulty field, or the unknown fields of an object, or the names that a contract's own check gives. */
function namesOf(issue: ZodError['issues'][number]): readonly string[] {
  return [
    String(issue.path.at(-1) ?? ''),
    issue.message,
    ...(issue.code === 'unrecognized_keys' ? issue.keys : []),
  ];
}

/** Path in the form a.b[0], the names that forms use. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : `${text}${text ? '.' : ''}${String(step)}`,
    '',
  );
}

function databaseFault(error: unknown): AppError | null {
  if (isDatabaseGone(error)) {
    return new AppError('DATABASE_UNAVAILABLE', 'The database does not answer. Try again in some seconds.', {
      cause: error,
      retryAfterMs: 5000,
    });
  }
  if (isDiskFull(error)) {
    return new AppError(
      'DISK_FULL',
      'The disk of the database is full. Nothing was changed. Free some space there, then try again.',
      { cause: error, retryAfterMs: 30_000 },
    );
  }
  const codes = errorCodes(error);
  if (codes.includes('P2002') || codes.includes('23505')) {
    return new AppError('STATE_CONFLICT', 'Something with this name exists already. Choose another name.', {
      cause: error,
    });
  }
  if (codes.includes('P2025'))
    return new AppError('NOT_FOUND', 'It does not exist (any more).', { cause: error });
  if (codes.includes('P2003') || codes.includes('23503')) {
    return new AppError('STATE_CONFLICT', 'Other things still need this, or what it names does not exist.', {
      cause: error,
    });
  }
  if (codes.includes('P2034') || codes.includes('40001') || codes.includes('40P01')) {
    return new AppError(
      'STATE_CONFLICT',
      'Another request changed the same thing at this moment. Try again.',
      {
        cause: error,
      },
    );
  }
  return null;
}

/** Codes of the error and its causes: the client wraps the driver's error, the driver wraps the socket's. */
function errorCodes(error: unknown): string[] {
  const codes: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    for (const name of ['code', 'errorCode', 'originalCode'] as const) {
      const code: unknown = Reflect.get(current, name);
      if (typeof code === 'string') codes.push(code);
    }
    current = Reflect.get(current, 'cause');
  }
  return codes;
}

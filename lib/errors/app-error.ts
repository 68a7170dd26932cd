import { ERROR_CODES, type ErrorCode, type ErrorKind } from './codes';

export interface AppErrorOptions {
  /** A sentence for the person at the screen: what happened and what to do. Defaults to `message`. */
  readonly userMessage?: string;
  /** Names and values for the reader of the log. Never prompts, keys or personal data. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  /** Faults by field, all at once, so that a form is corrected in one go. Path as in `a.b[0]`. */
  readonly fields?: readonly FieldFault[];
  /** Steps that lead on; a refusal has no "ignore" button. */
  readonly howToProceed?: readonly string[];
  /** The rule that refuses, by its id in the table of rules. */
  readonly ruleId?: string | undefined;
  /** The upstream's own hint, where it gave one. */
  readonly retryAfterMs?: number;
}

export interface FieldFault {
  readonly path: string;
  readonly message: string;
  /** Allowed values of the field, where they are known and a program may choose one. */
  readonly candidates?: readonly string[];
}

/**
 * The third channel: what neither a decision (a value with a reason) nor a bad example (data) can say.
 * A marker is checked instead of `instanceof`, so that two bundles of this file recognise each other's errors.
 */
export class AppError extends Error {
  readonly isAppError = true;
  readonly kind: ErrorKind;
  readonly retryable: boolean;
  readonly userMessage: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldFault[];
  readonly howToProceed: readonly string[];
  readonly ruleId: string | null;
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.kind = ERROR_CODES[code].kind;
    this.retryable = ERROR_CODES[code].retryable;
    this.userMessage = options.userMessage ?? message;
    this.context = options.context ?? {};
    this.fields = options.fields ?? [];
    this.howToProceed = options.howToProceed ?? [];
    this.ruleId = options.ruleId ?? null;
    this.retryAfterMs = options.retryAfterMs;
  }

  static is(error: unknown, code?: ErrorCode): error is AppError {
    if (typeof error !== 'object' || error === null || !('isAppError' in error)) return false;
    return code === undefined || (error as AppError).code === code;
  }
}

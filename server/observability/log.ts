import { type Logger, pino } from 'pino';
import { config } from '@/server/config/config';

/**
 * The log of a process, one JSON line an event. Prompts, replies, keys and passwords never come here; what might
 * carry one by accident is struck out.
 */
const REDACTED = [
  'apiKey',
  'password',
  'secret',
  'authorization',
  'cookie',
  'messages',
  '*.apiKey',
  '*.authorization',
];

let memo: Logger | undefined;

export function log(): Logger {
  memo ??= pino({
    level: config().logLevel,
    redact: { paths: REDACTED, censor: '[struck out]' },
    base: undefined,
  });
  return memo;
}

/** The same with the part of the product on every line. */
export function logOf(part: string): Logger {
  return log().child({ part });
}

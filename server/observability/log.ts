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

const OUTPUT = 1;
const ERRORS = 2;
let target = OUTPUT;
let memo: Logger | undefined;

/** For a command whose output is its answer, so that another program can read it; before anything is logged. */
export function logToErrors(): void {
  target = ERRORS;
}

export function log(): Logger {
  const settings = {
    level: config().logLevel,
    redact: { paths: REDACTED, censor: '[struck out]' },
    base: undefined,
  };
  memo ??= pino(settings, destination());
  return memo;
}

/** On a full disk lines are lost silently; an error event without a listener would end the process. */
function destination() {
  const lines = pino.destination({ dest: target, sync: true });
  lines.on('error', () => undefined);
  return lines;
}

/** The same with the part of the product on every line. */
export function logOf(part: string): Logger {
  return log().child({ part });
}

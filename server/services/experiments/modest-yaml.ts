import { Lexer, parse } from 'yaml';
import { AppError } from '@/lib/errors/app-error';

/**
 * YAML, and so JSON, from untrusted authors, parsed within limits that protect this process: composing many small
 * parts takes the square of their number, and a few aliases can unfold into gigabytes. A long prompt is one part.
 */
const TOKENS_MAX = 20_000;
const ALIASES_MAX = 20;

/** @throws AppError INPUT_INVALID */
export function parseModestYaml(text: string): unknown {
  assertModest(text);
  try {
    return parse(text, { maxAliasCount: ALIASES_MAX });
  } catch (cause) {
    throw unreadable(cause instanceof Error ? cause.message : 'It cannot be read.', cause);
  }
}

/** The lexer goes through the text once, and is left where it has seen enough. */
function assertModest(text: string): void {
  let tokens = 0;
  for (const _token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > TOKENS_MAX) throw unreadable('It has more parts than a configuration can have.');
  }
}

function unreadable(message: string, cause?: unknown): AppError {
  return new AppError('INPUT_INVALID', 'This file is neither YAML nor JSON of a configuration.', {
    cause,
    fields: [{ path: 'text', message }],
  });
}

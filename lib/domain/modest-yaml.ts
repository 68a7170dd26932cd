import { Lexer, parse } from 'yaml';

/**
 * YAML, and so JSON, from untrusted authors, parsed within limits that protect this process: composing many small
 * parts takes the square of their number, and a few aliases can unfold into gigabytes. A long prompt is one part.
 */
const TOKENS_MAX = 20_000;
const ALIASES_MAX = 20;

export type YamlReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly cause?: unknown };

/** Version 1.1 is that of Python's reader, in which `yes` is true. */
export function readModestYaml(text: string, version: '1.1' | '1.2' = '1.2'): YamlReading {
  if (!isModest(text)) return { ok: false, message: 'It has more parts than a configuration can have.' };
  try {
    return { ok: true, value: parse(text, { maxAliasCount: ALIASES_MAX, version }) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'It cannot be read.';
    return { ok: false, message, cause };
  }
}

/** The lexer goes through the text once, and is left where it has seen enough. */
function isModest(text: string): boolean {
  let tokens = 0;
  for (const _token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > TOKENS_MAX) return false;
  }
  return true;
}

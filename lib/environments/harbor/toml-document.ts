import { parse, TomlError } from 'smol-toml';
import type { JsonObject } from '@/lib/domain/json';
import type { TaskFault } from '../task-files';

/** Tables within tables that a task can have; more is no task. */
const DEPTH_MAX = 50;

/**
 * TOML as JSON: dates, and whole numbers that JavaScript cannot hold, become their text. A number that is not finite becomes
 * null, which no field accepts. A key such as `__proto__` is refused.
 */
export function readToml(
  file: string,
  text: string,
): { readonly document: JsonObject } | { readonly fault: TaskFault } {
  try {
    const table = parse(text, {
      ...{ integersAsBigInt: 'asNeeded', unsafeKeyBehaviour: 'throw', maxDepth: DEPTH_MAX },
    });
    const written = JSON.stringify(table, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    return { document: JSON.parse(written) as JsonObject };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { fault: { file, field: null, message: sentenceOf(error) } };
  }
}

/** The error's own text repeats the source over several lines: its first line says what is wrong. */
function sentenceOf(error: TomlError): string {
  const reason = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? '';
  return `The file is no TOML: line ${error.line}, column ${error.column}: ${reason}.`;
}

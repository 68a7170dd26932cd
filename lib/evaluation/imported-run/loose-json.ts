import type { Findings, RunFile } from './findings';

/**
 * JSON as Python writes it, with NaN and Infinity as numbers. Those become null, so that one empty score does
 * not invalidate the whole file. Never throws.
 */
export type LooseJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** Quoted text is kept as it is; only bare words outside are replaced. */
const BARE_OR_TEXT = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;

export function readLooseJson(file: RunFile, findings: Findings): LooseJson {
  const text = file.text.replace(/^\ufeff/, '');
  const strict = parsed(text);
  if (strict.ok) return strict;
  let replaced = 0;
  const replacedText = text.replace(BARE_OR_TEXT, (found) => {
    if (found.startsWith('"')) return found;
    replaced += 1;
    return 'null';
  });
  const loose = replaced === 0 ? strict : parsed(replacedText);
  if (loose.ok)
    findings.note(`${file.name} holds NaN or Infinity in ${replaced} places; they count as "not measured".`);
  else findings.fault(file.name, lineOf(loose.error), sentenceOf(loose.error));
  return loose;
}

function parsed(text: string): LooseJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    // Unparsable text is an expected input: the caller reports it as a fault.
    return { ok: false, error };
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof RangeError) return 'It is nested too deeply to be read.';
  return 'It is no whole JSON document; perhaps it was cut off while it was written. Export it again.';
}

function lineOf(error: unknown): number | null {
  const match = error instanceof Error ? /line (\d+) column/.exec(error.message) : null;
  return match === null ? null : Number(match[1]);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  return Array.isArray(value) && value.every(isRecord) ? value : undefined;
}

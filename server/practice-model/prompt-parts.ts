/**
 * Reads the tagged parts of a prompt: `<name attributes>` at the start of a line up to `</name>`. Data inside a part
 * have the `<` of every closing tag written as `&lt;`, so an opening tag inside data can never be taken for a part.
 */
export interface PromptPart {
  readonly name: string;
  /** As written; closing tags inside are still neutralised, so that a part of parts can be read again. */
  readonly body: string;
}

const OPENING = /^[ \t]*<([a-z_]+)(?: [a-z_]+="[^"]*")*>/gm;

/** The parts of one level, in order. A tag that is never closed is ordinary text. */
export function readParts(text: string): PromptPart[] {
  const parts: PromptPart[] = [];
  const opening = new RegExp(OPENING);
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const name = match[1] ?? '';
    const end = text.indexOf(`</${name}>`, opening.lastIndex);
    if (end === -1) continue;
    parts.push({ name, body: text.slice(opening.lastIndex, end) });
    opening.lastIndex = end + name.length + 3;
  }
  return parts;
}

/** The first part of this name as its author wrote it, trimmed; undefined where there is none. */
export function textOf(parts: readonly PromptPart[], name: string): string | undefined {
  const part = parts.find((candidate) => candidate.name === name);
  return part === undefined ? undefined : restored(part.body);
}

/** Undoes the neutralisation of closing tags and trims. */
export function restored(body: string): string {
  return body.replaceAll(/&lt;(?=\s*\/)/g, '<').trim();
}

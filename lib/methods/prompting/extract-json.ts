import { parseTolerantJson } from './tolerant-json';

/**
 * The JSON value in a reply, or undefined: the whole text, else the first fenced block that holds JSON, else the
 * first balanced object in the text that does. Knows nothing of what the value should look like.
 */
export function extractJson(text: string): unknown {
  const whole = parseTolerantJson(text.trim());
  if (whole !== undefined) return whole;
  for (const candidate of [...fencedBlocks(text), ...balancedObjects(text)]) {
    const value = parseTolerantJson(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}

const FENCE = '```';

/** Text between a fence marked as JSON and the next fence. */
function fencedBlocks(text: string): string[] {
  const opening = `${FENCE}json`;
  // Lower-casing by ASCII only keeps the positions of both texts the same.
  const searched = text.replace(/JSON/gi, 'json');
  const blocks: string[] = [];
  let at = searched.indexOf(opening);
  while (at !== -1) {
    const start = at + opening.length;
    const end = searched.indexOf(FENCE, start);
    if (end === -1) break;
    blocks.push(text.slice(start, end).trim());
    at = searched.indexOf(opening, end + FENCE.length);
  }
  return blocks;
}

/** Outermost `{…}` with braces balanced and strings skipped. One that never closes takes the rest with it. */
function balancedObjects(text: string): string[] {
  const objects: string[] = [];
  let start = text.indexOf('{');
  while (start !== -1) {
    const end = endOfObject(text, start);
    if (end === -1) break;
    objects.push(text.slice(start, end));
    start = text.indexOf('{', end);
  }
  return objects;
}

/** One past the closing brace, or -1. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === '"') index = endOfString(text, index);
    if (depth === 0) return index + 1;
  }
  return -1;
}

/** The position of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}

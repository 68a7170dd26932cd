import { isRecord, parseTolerantJson } from '@/lib/methods/prompting/tolerant-json';

/**
 * The raw list of tags in a reply that may not be JSON as a whole: from the JSON, or the first bracketed list behind
 * the word `"bullet_tags"`. Null when the reply is JSON but no object.
 */
export function findBulletTags(reply: string, form: 'json' | 'text'): unknown {
  if (form === 'text') return listBehind(reply, '"bullet_tags"') ?? [];
  const parsed = parseTolerantJson(reply);
  if (parsed === undefined) return [];
  return isRecord(parsed) ? (parsed.bullet_tags ?? []) : null;
}

function listBehind(text: string, key: string): unknown {
  const at = text.indexOf(key);
  const start = at === -1 ? -1 : text.indexOf('[', at);
  if (start === -1) return undefined;
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '[') depth += 1;
    else if (text[index] === ']') depth -= 1;
    if (depth === 0) return parseTolerantJson(text.slice(start, index + 1));
  }
  return undefined;
}

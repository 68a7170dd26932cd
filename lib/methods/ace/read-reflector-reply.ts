import type { BulletTagging } from '@/lib/domain/reflection';
import { extractJson } from '@/lib/methods/prompting/extract-json';
import type { Readable } from '@/lib/methods/prompting/readable';
import { isRecord, parseTolerantJson } from '@/lib/methods/prompting/tolerant-json';

/** A reflector's reply, as a text for the aggregator and as its parts. */
export interface ReflectorReply {
  readonly text: string;
  readonly insights: readonly string[];
  readonly bulletTags: readonly BulletTagging[];
}

/** Fields that the aggregator reads, in this order; the insights follow, a line each. */
const READ_ALOUD: readonly (readonly [field: string, label: string])[] = [
  ['error_identification', 'Error'],
  ['root_cause_analysis', 'Cause'],
  ['correct_approach', 'Correct approach'],
];

export function readReflectorReply(reply: string): Readable<ReflectorReply> {
  const parsed = extractJson(reply);
  if (!isRecord(parsed)) return { ok: false, fault: 'The reflection holds no JSON object.' };
  const insights = linesOf(parsed.key_insight);
  const told = READ_ALOUD.flatMap(([field, label]) => {
    const words = linesOf(parsed[field]).join(' ');
    return words === '' ? [] : [`${label}: ${words}`];
  });
  const text = [...told, ...insights.map((insight) => `Key insight: ${insight}`)].join('\n');
  if (text === '') return { ok: false, fault: 'The reflection says nothing.' };
  return { ok: true, value: { text, insights, bulletTags: lastOfEach(readBulletTags(parsed.bullet_tags)) } };
}

/** One reply has one say on a bullet: repeating itself must not move a counter twice. */
function lastOfEach(taggings: readonly BulletTagging[]): BulletTagging[] {
  return [...new Map(taggings.map((tagging) => [tagging.bulletId, tagging])).values()];
}

/** A text or a list of texts as lines without blanks: insights are counted by lines, so each must stay one line. */
function linesOf(value: unknown): string[] {
  const texts = Array.isArray(value) ? value : [value];
  return texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => text.split(/[\r\n\u2028\u2029]+/))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Tags as they stand in a reply. Entries without an id are left out; an unknown tag is neutral. `bullet` is an older
 * name of the id.
 */
export function readBulletTags(raw: unknown): BulletTagging[] {
  if (!Array.isArray(raw)) return [];
  return raw.filter(isRecord).flatMap(({ id, bullet, tag }) => {
    const bulletId = id || bullet;
    if (typeof bulletId !== 'string' || bulletId === '') return [];
    return [{ bulletId, tag: tag === 'helpful' || tag === 'harmful' ? tag : 'neutral' }];
  });
}

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

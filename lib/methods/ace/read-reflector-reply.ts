import type { BulletTagging } from '@/lib/domain/reflection';
import { extractJson } from '@/lib/methods/prompting/extract-json';
import type { Readable } from '@/lib/methods/prompting/readable';
import { isRecord } from '@/lib/methods/prompting/tolerant-json';

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
  if (!isRecord(parsed)) return { ok: false, fault: 'noJsonObject' };
  const insights = linesOf(parsed.key_insight);
  const told = READ_ALOUD.flatMap(([field, label]) => {
    const words = linesOf(parsed[field]).join(' ');
    return words === '' ? [] : [`${label}: ${words}`];
  });
  const text = [...told, ...insights.map((insight) => `Key insight: ${insight}`)].join('\n');
  if (text === '') return { ok: false, fault: 'saysNothing' };
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

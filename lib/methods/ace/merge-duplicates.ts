import type { Ask, Asked } from '@/lib/methods/method';
import { extractJson } from '@/lib/methods/prompting/extract-json';
import { outcomeCause } from '@/lib/methods/prompting/outcome-cause';
import { isRecord } from '@/lib/methods/prompting/tolerant-json';
import type { Embedder } from '@/lib/ports/embedder';
import { bulletsForDedupe, groupDuplicates, mergeGroups } from './dedupe';
import type { Bullet } from './parse-bullet-line';
import { parseBulletLine } from './parse-bullet-line';
import { mergerMessages } from './prompts/merger';

export interface MergeDuplicatesInput {
  readonly playbook: string;
  readonly embedder: Embedder;
  /** Cosine from which two bullets count as the same; 0.90 is the published default. */
  readonly threshold: number;
  /** Ids of bullets that stay as they are, whatever they resemble. */
  readonly spare?: readonly string[];
  readonly ask: Ask;
}

export interface MergedDuplicates {
  readonly playbook: string;
  readonly groups: number;
  /** Groups that a model merged; in the others the first bullet was kept as it was. */
  readonly merged: number;
  readonly asked: readonly Asked[];
}

/**
 * Finds bullets that say nearly the same and puts one in the place of each group. Where no usable merged text comes
 * back, the first bullet represents its group. Cost: one dedupe call a group, all at once.
 */
export async function mergeDuplicates(input: MergeDuplicatesInput): Promise<MergedDuplicates> {
  const bullets = bulletsForDedupe(input.playbook);
  const vectors = await input.embedder.embed(bullets.map(({ content }) => content));
  const spared = new Set<string | undefined>(input.spare);
  const groups = groupDuplicates(vectors, input.threshold)
    .map((group) => group.filter((member) => !spared.has(bullets[member]?.id)))
    .filter((group) => group.length > 1);
  const answers = await Promise.all(
    groups.map((group, ordinal) => {
      const members = group.flatMap((member) => bullets[member] ?? []);
      return input.ask(mergeRequest(members, ordinal));
    }),
  );
  const texts = answers.map(mergedText);
  return {
    playbook: mergeGroups(input.playbook, groups, texts),
    groups: groups.length,
    merged: texts.filter((text) => text !== null).length,
    asked: answers,
  };
}

function mergeRequest(members: readonly Bullet[], ordinal: number) {
  return {
    purpose: 'dedupe' as const,
    ordinal,
    repetition: 0,
    subject: members.map(({ id }) => id).join(', '),
    messages: mergerMessages(members),
    json: true,
  };
}

/** One line, from the JSON that was asked for or from a whole bullet line, which some models write all the same. */
function mergedText({ outcome }: Asked): string | null {
  if (outcomeCause(outcome) !== null || !outcome.ok) return null;
  const parsed = extractJson(outcome.text);
  const content = isRecord(parsed)
    ? parsed.content
    : outcome.text.trim().startsWith('[')
      ? outcome.text
      : null;
  if (typeof content !== 'string') return null;
  const line = content.replace(/\s+/g, ' ').trim();
  const text = parseBulletLine(line)?.content ?? (isRecord(parsed) ? line : '');
  return text === '' ? null : text;
}

import { combinerReply, curatorReply } from './aggregator-reply';
import { type AggregatorCall, isKept } from './overload-curve';
import { countAtLevelTwo, type PracticeCall } from './practice-call';
import { type PromptPart, readParts, restored, textOf } from './prompt-parts';
import type { PracticeReply } from './reply-shape';

/**
 * Curator and combiner where bullets may also be rewritten. What they add is what the plain ones add, drawn by the same
 * curve; beside that the curator merges bullets that say the same word for word, which loses nothing, and the combiner
 * passes on what it reads of such merges, by the same curve again. A stand-in has no grounds to reword or remove.
 */
interface Merge {
  readonly type: 'MERGE';
  readonly source_ids: readonly string[];
  readonly content: string;
}

const BULLET = /^\[([^\]\s]+-\d+)\][^:]*::[ \t]*(\S.*)$/gm;

export function editingCuratorReply(parts: readonly PromptPart[], call: PracticeCall): PracticeReply {
  const idsByText = new Map<string, string[]>();
  for (const [, id = '', text = ''] of (textOf(parts, 'playbook') ?? '').matchAll(BULLET)) {
    idsByText.set(text.trim(), [...(idsByText.get(text.trim()) ?? []), id]);
  }
  const merges = [...idsByText].flatMap(([content, ids]): Merge[] =>
    ids.length < 2 ? [] : [{ type: 'MERGE', source_ids: ids, content }],
  );
  return withMerges(curatorReply(parts, call), merges);
}

export function editingCombinerReply(parts: readonly PromptPart[], call: PracticeCall): PracticeReply {
  const updates = parts.find(({ name }) => name === 'updates')?.body ?? '';
  const lists = readParts(updates).map(({ body }) => operationsIn(body));
  const texts = lists.map((operations) => operations.map((operation) => JSON.stringify(operation)));
  const inputCount = countAtLevelTwo(texts, call.settings.levelTwoCounts);
  const reading: AggregatorCall = { seed: call.seed, inputCount };
  const { curve } = call.keys.profileOf(undefined);
  const kept = new Map<string, Merge>();
  for (const [index, merge] of lists.flat().filter(isMerge).entries()) {
    const line = merge.source_ids.join(' ');
    if (isKept({ line, index }, reading, curve)) kept.set(line, merge);
  }
  return withMerges(combinerReply(withoutMerges(parts), call), [...kept.values()]);
}

function withMerges(reply: PracticeReply, merges: readonly Merge[]): PracticeReply {
  const said = JSON.parse(reply.text) as { reasoning: string; operations: readonly unknown[] };
  return { ...reply, text: JSON.stringify({ ...said, operations: [...said.operations, ...merges] }) };
}

/** A merged text is no new insight: the plain combiner would add it again. */
function withoutMerges(parts: readonly PromptPart[]): PromptPart[] {
  return parts.map((part) => {
    if (part.name !== 'updates') return part;
    const updates = readParts(part.body).map(({ body }, index) => {
      const additions = operationsIn(body).filter((operation) => !isMerge(operation));
      return `<update group="${index + 1}">\n${neutral(JSON.stringify(additions))}\n</update>`;
    });
    return { ...part, body: `\n${updates.join('\n')}\n` };
  });
}

const neutral = (text: string) => text.replaceAll('</', '&lt;/');

function operationsIn(body: string): readonly unknown[] {
  try {
    const operations: unknown = JSON.parse(restored(body));
    return Array.isArray(operations) ? operations : [];
  } catch {
    return [];
  }
}

function isMerge(operation: unknown): operation is Merge {
  return (
    typeof operation === 'object' &&
    operation !== null &&
    (operation as { type?: unknown }).type === 'MERGE' &&
    Array.isArray((operation as { source_ids?: unknown }).source_ids)
  );
}

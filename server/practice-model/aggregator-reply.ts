import { freshness } from './optional-effects';
import { codesIn } from './outcome';
import { type AggregatorCall, isKept } from './overload-curve';
import { countAtLevelTwo, type PracticeCall } from './practice-call';
import { type PromptPart, readParts, restored, textOf } from './prompt-parts';
import type { PracticeReply } from './reply-shape';

/**
 * The call that merges inputs into one update. It keeps each insight that it reads with a probability that falls with m:
 * the reflections at level 1, what the reading of level 2 counts at level 2. Looks at nothing else, unless staleness is
 * on, which compares a reflection with the playbook, or the lines are advice for the back office: those are not written twice.
 */
interface Insight {
  readonly line: string;
  /** Where the input names one. */
  readonly section: string | null;
  /** Ids that the input gives it; a prompt that gives none is not answered with any. */
  readonly from: readonly string[];
  /** 1, or less where its reflection saw another playbook and staleness is on. */
  readonly freshness: number;
}

/** Level 1, and the naive and serial arms: reflections in. */
export function curatorReply(parts: readonly PromptPart[], call: PracticeCall): PracticeReply {
  const playbook = call.settings.staleness === 0 ? '' : (textOf(parts, 'playbook') ?? '');
  const inputs = partsInside(parts, 'reflections', 'reflection').map((body) =>
    insightsOfReflection(body, freshness(body, playbook, call.settings)),
  );
  return aggregated(inputs, { inputCount: inputs.length, parts }, call);
}

/** Level 2: the updates of the groups in. */
export function combinerReply(parts: readonly PromptPart[], call: PracticeCall): PracticeReply {
  const inputs = partsInside(parts, 'updates', 'update').map(insightsOfUpdate);
  const lines = inputs.map((insights) => insights.map(({ line }) => line));
  return aggregated(
    inputs,
    { inputCount: countAtLevelTwo(lines, call.settings.levelTwoCounts), parts },
    call,
  );
}

interface Reading {
  readonly inputCount: number;
  readonly parts: readonly PromptPart[];
}

function aggregated(
  inputs: readonly (readonly Insight[])[],
  { inputCount, parts }: Reading,
  { seed, keys }: PracticeCall,
): PracticeReply {
  const call: AggregatorCall = { seed, inputCount };
  // Copies collapse only after the draw: an insight kept in any of its copies is kept, and written once.
  const kept = new Map<string, { type: 'ADD'; section: string; content: string; from?: string[] }>();
  const occurrences = inputs.flat();
  const playbook = textOf(parts, 'playbook') ?? '';
  for (const [index, { line, section, from, freshness: share }] of occurrences.entries()) {
    const profile = keys.profileOf(codesIn(line)[0]);
    const twin = kept.get(line);
    if (!isKept({ line, index, share }, call, profile.curve)) continue;
    // Advice has few wordings, so most of it is there already after some iterations.
    if (profile.id === 'backOffice' && playbook.includes(line)) continue;
    const ids = [...new Set([...(twin?.from ?? []), ...from])];
    kept.set(line, {
      type: 'ADD',
      section: twin?.section ?? section ?? profile.section,
      content: line,
      ...(ids.length === 0 ? {} : { from: ids }),
    });
  }
  const reasoning = `Kept ${kept.size} of ${occurrences.length} insights from ${inputs.length} inputs.`;
  return { text: JSON.stringify({ reasoning, operations: [...kept.values()] }), note: null };
}

function partsInside(parts: readonly PromptPart[], outer: string, inner: string): string[] {
  const body = parts.find((part) => part.name === outer)?.body ?? '';
  return readParts(body).flatMap((part) => (part.name === inner ? [part.body] : []));
}

function insightsOfReflection(body: string, share: number): Insight[] {
  const lines = restored(body).matchAll(/^\s*Key insight(?: \[(i[\d.]+)\])?:[ \t]*(\S.*)$/gm);
  return Array.from(lines, (match) => ({
    line: (match[2] ?? '').trim(),
    section: null,
    from: match[1] === undefined ? [] : [match[1]],
    freshness: share,
  }));
}

/** An update that cannot be read counts as an input without insights. */
function insightsOfUpdate(body: string): Insight[] {
  let operations: unknown;
  try {
    operations = JSON.parse(restored(body));
  } catch {
    return [];
  }
  if (!Array.isArray(operations)) return [];
  return operations.flatMap((operation: { content?: unknown; section?: unknown; from?: unknown } | null) => {
    const content = operation?.content;
    if (typeof content !== 'string' || content.trim() === '') return [];
    const section = typeof operation?.section === 'string' ? operation.section : null;
    const from = Array.isArray(operation?.from) ? operation.from.filter((id) => typeof id === 'string') : [];
    return [{ line: content.trim(), section, from, freshness: 1 }];
  });
}

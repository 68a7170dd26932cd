import { canonicalHash } from '@/lib/domain/content-hash';
import { readInsightId } from '@/lib/domain/insight-id';
import type { Reflection } from '@/lib/domain/reflection';

/**
 * Ids of insights in prompts and replies: shown with each insight, and asked back where an edit was made of it.
 * Whatever method writes a prompt uses these; without ids on a reflection the text is what it always was, byte for
 * byte. What an id is worth is not judged here.
 */
const RULE = `Insights carry an id in square brackets, such as [i0.3.0]; operations that you are given name theirs in "from". Give each of your operations a list "from" with the ids of all insights that its content was made of, for example "from": ["i0.3.0", "i0.7.1"]. Name only ids that stand in the input, and never write one into a content.`;

/** Pinned in the manifest of a run that carries ids. */
export const INSIGHT_IDS_HASH = canonicalHash({
  version: 1,
  rule: RULE,
  place: withIds('a: b', ['b'], ['id']),
});

export function withInsightIdRule(instructions: string, isAsked = false): string {
  return isAsked ? `${instructions}\n\n${RULE}` : instructions;
}

type IdentifiedText = Pick<Reflection, 'text' | 'insightIds'> & Partial<Pick<Reflection, 'insights'>>;

/** The reflection as an aggregator reads it, each insight with its id where there are ids. */
export function textWithInsightIds({ text, insights = [], insightIds }: IdentifiedText): string {
  if (insightIds === undefined || insightIds.length === 0) return text;
  return withIds(text, insights, insightIds);
}

/** Behind the label of the insight's line (`Key insight [i0.3.0]: …`); what has no line of its own gets one. */
function withIds(text: string, insights: readonly string[], ids: readonly string[]): string {
  const lines = text.split('\n');
  const taken = new Set<number>();
  for (const [index, insight] of insights.entries()) {
    const id = ids[index];
    if (id === undefined) continue;
    const at = lines.findIndex((line, place) => !taken.has(place) && line.endsWith(`: ${insight}`));
    if (at === -1) lines.push(`Insight [${id}]: ${insight}`);
    else lines[at] = `${lines[at]?.slice(0, -insight.length - 2)} [${id}]: ${insight}`;
    taken.add(at === -1 ? lines.length - 1 : at);
  }
  return lines.join('\n');
}

/** Sources that a reply names: ids in our form, each once; anything else there is left out. */
export function readInsightIds(raw: unknown): readonly string[] {
  if (!Array.isArray(raw)) return [];
  const named = raw.filter((one) => typeof one === 'string').map((one) => one.replace(/^\[|\]$/g, '').trim());
  return [...new Set(named)].filter((one) => readInsightId(one) !== null);
}

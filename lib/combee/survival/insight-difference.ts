import { ALONE, CLAIMED, likenessOf, type Wording, wordingOf } from './likeness';
import { promptLines } from './prompt-lines';
import { SURVIVAL_THRESHOLDS } from './thresholds';
import { indexWords } from './word-index';

/**
 * The insights of one prompt in another: kept word for word, merged into another line or reworded, or lost. Evidence and
 * thresholds are those of insight survival. An insight is a bullet of a playbook; elsewhere a line.
 */
interface InsightDifference {
  readonly kept: Insight[];
  readonly merged: MergedInsight[];
  readonly lost: Insight[];
  /** Only in the later prompt. */
  readonly added: Insight[];
  readonly unit: 'bullet' | 'line';
}

interface Insight {
  readonly key: string;
  readonly text: string;
}

interface MergedInsight extends Insight {
  /** Line of the later prompt that says it. */
  readonly into: string;
}

interface Line extends Insight {
  /** Id of a bullet; null for a plain line. */
  readonly id: string | null;
  readonly wording: Wording;
}

export function insightDifference(before: string, after: string): InsightDifference {
  const [old, now] = [linesOf(before), linesOf(after)];
  const byText = new Map(now.map((line) => [line.wording.plain, line]));
  const byId = new Map(now.flatMap((line) => (line.id === null ? [] : [[line.id, line] as const])));
  const index = indexWords(now, { wordingOf: ({ wording }) => wording, insights: 'asked' });
  const held = new Set<Line>();
  const found = { kept: [] as Insight[], merged: [] as MergedInsight[], lost: [] as Insight[] };
  for (const line of old) {
    const same = byText.get(line.wording.plain);
    const into = same ?? renamed(line, byId) ?? likest(line, index.near(line.wording));
    if (into !== undefined) held.add(into);
    if (same !== undefined) found.kept.push(insightOf(line));
    else if (into !== undefined) found.merged.push({ ...insightOf(line), into: into.text });
    else found.lost.push(insightOf(line));
  }
  return {
    ...found,
    added: now.filter((line) => !held.has(line)).map(insightOf),
    unit: [...old, ...now].some(({ id }) => id !== null) ? 'bullet' : 'line',
  };
}

const PLAIN = /^line \d+$/;

function linesOf(prompt: string): readonly Line[] {
  const seen = new Set<string>();
  return promptLines(prompt).flatMap(({ name, text }, at) => {
    const wording = wordingOf(text);
    // A line that is repeated says one thing.
    if (seen.has(wording.plain)) return [];
    seen.add(wording.plain);
    return [{ key: `${at}`, text, id: PLAIN.test(name) ? null : name, wording }];
  });
}

const insightOf = ({ key, text }: Line): Insight => ({ key, text });

/** The bullet of the same id. Two runs count ids apart, so the id alone is no evidence. */
function renamed({ id, wording }: Line, byId: ReadonlyMap<string, Line>): Line | undefined {
  const line = id === null ? undefined : byId.get(id);
  const likeness = line && likenessOf(wording, line.wording, CLAIMED);
  return (likeness ?? 0) >= SURVIVAL_THRESHOLDS.similarityMinClaimed ? line : undefined;
}

function likest({ wording }: Line, near: readonly Line[]): Line | undefined {
  let best: { readonly line: Line; readonly likeness: number } | undefined;
  for (const line of near) {
    const likeness = likenessOf(wording, line.wording, ALONE) ?? 0;
    if (likeness >= SURVIVAL_THRESHOLDS.similarityMin && likeness > (best?.likeness ?? 0))
      best = { line, likeness };
  }
  return best?.line;
}

import type { ShownStep } from '@/lib/contracts/rollout-shapes';
import { isAgentStep, type ToolCall, type ToolResult, type TrajectoryStep } from '@/lib/domain/trajectory';
import { isFailedStep } from '@/lib/trajectory/step-search';
import { formatCompact, formatDuration, formatUsd, NOT_KNOWN } from './numbers';

/** Texts of one step of a trajectory. Everything stays plain text: nothing of a trajectory is ever markup. */
export const SOURCE_WORDS: Readonly<Record<TrajectoryStep['source'], string>> = {
  system: 'System',
  user: 'User',
  agent: 'Agent',
};

/** A tool that the step called failed. */
export const hasFailedTool = isFailedStep;

/** One line for a row that passes quickly. */
export function stepAtAGlance({ index, step }: ShownStep): string {
  const called = isAgentStep(step) ? step.toolCalls.map(({ name }) => name).join(', ') : '';
  const failed = isFailedStep(step) ? ' · failed' : '';
  return `${index + 1} · ${SOURCE_WORDS[step.source]}${called === '' ? '' : ` · ${called}`}${failed}`;
}

/** Model, tokens, cost and time of a step; empty for a message that no model wrote. */
export function stepFigures(step: TrajectoryStep): readonly string[] {
  if (!isAgentStep(step)) return [];
  const { tokensIn, tokensOut, costUsd, delayMs, by } = step.metrics;
  const model = step.model === '' ? [] : [step.model];
  if (by === 'agent' && tokensIn + tokensOut === 0) {
    // An example in the prompt cost nothing; what the agent did not count is not known.
    const isExample = step.model === '' && costUsd === 0;
    return isExample ? ['Given in the prompt'] : [...model, 'reported by the agent'];
  }
  return [
    ...model,
    `${formatCompact(tokensIn)} tokens in, ${formatCompact(tokensOut)} out`,
    costUsd === null ? 'no price' : formatUsd(costUsd),
    delayMs === null ? NOT_KNOWN : formatDuration(delayMs),
    ...(by === 'reservation' ? ['estimated'] : by === 'agent' ? ['reported by the agent'] : []),
  ];
}

/** JSON with indents; text that is not JSON as the model wrote it. */
export function prettyArguments(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

export interface CalledTool {
  readonly call: ToolCall | null;
  readonly results: readonly ToolResult[];
}

/** Each call with its results, in order; results that answer no call of the step come last. */
export function calledTools({
  toolCalls,
  results,
}: {
  readonly toolCalls: readonly ToolCall[];
  readonly results: readonly ToolResult[];
}): readonly CalledTool[] {
  const left = new Set(results);
  const called = toolCalls.map((call): CalledTool => {
    const own = results.filter((result) => result.callId === call.id && left.delete(result));
    return { call, results: own };
  });
  return left.size === 0 ? called : [...called, { call: null, results: [...left] }];
}

export interface MarkedPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** The text in parts, so that searched words can be marked without any markup. */
export function markedParts(text: string, query: string): readonly MarkedPart[] {
  const words = query.trim();
  if (words === '') return [{ text, isHit: false }];
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), isHit: false });
    parts.push({ text: match[0], isHit: true });
    at = match.index + match[0].length;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), isHit: false });
  return parts;
}

/** The next of these indices after one, or before it; around the end to the beginning. Null = there is none. */
export function neighbourOf(indices: readonly number[], at: number, way: 'next' | 'previous'): number | null {
  if (way === 'next') return indices.find((index) => index > at) ?? indices[0] ?? null;
  return indices.findLast((index) => index < at) ?? indices.at(-1) ?? null;
}

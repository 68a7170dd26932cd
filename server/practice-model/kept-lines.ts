import { codesIn } from './outcome';
import { isKept } from './overload-curve';
import { countAtLevelTwo, type PracticeCall } from './practice-call';

/**
 * The one overload curve, for roles that write whole prompts: of the lines that a call reads from its m inputs it keeps
 * each with probability rho(m). Copies have a draw each and are written once.
 */
export function keptLines(
  inputs: readonly (readonly string[])[],
  { seed, keys }: Pick<PracticeCall, 'seed' | 'keys'>,
  inputCount = inputs.length,
): string[] {
  const call = { seed, inputCount };
  const kept = new Set<string>();
  for (const [index, line] of inputs.flat().entries()) {
    const { curve } = keys.profileOf(codesIn(line)[0]);
    if (!kept.has(line) && isKept({ line, index }, call, curve)) kept.add(line);
  }
  return [...kept];
}

/** The same at level 2, where m is what the reading of level 2 counts. */
export function keptAtLevelTwo(inputs: readonly (readonly string[])[], call: PracticeCall): string[] {
  return keptLines(inputs, call, countAtLevelTwo(inputs, call.settings.levelTwoCounts));
}

/** The lines of a prompt and new ones behind them, each new line once and as an item of a list. */
export function withLines(prompt: string, lines: readonly string[]): string {
  const present = new Set(linesOf(prompt));
  const fresh = lines.filter((line) => !present.has(line));
  return [prompt.trim(), ...fresh.map((line) => `- ${line}`)].filter((line) => line !== '').join('\n');
}

/** Lines without the mark of a list, blank ones left out. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*]\s+/, '').trim())
    .filter((line) => line !== '');
}

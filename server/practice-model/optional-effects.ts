import type { PracticeSettings } from '@/lib/domain/practice-settings';
import { estimateTokens } from './chat-protocol';
import { uniformOf } from './hashing';
import { codesIn } from './outcome';

/**
 * Effects that real models show and the one curve does not; all off by default. None is fitted to anything: they are
 * there to rehearse what a run looks like where they hold, and for tests that need noise.
 */

/**
 * Whether an answer that was to be right still is. Long prompts: beyond the knee (knee / tokens)^steepness of the right
 * answers stay, and each example has one threshold of its own. Noise: with this share a coin decides, drawn anew for each
 * request, since the seed is that of its place and repetition in the run.
 */
export function afterEffects(
  isRight: boolean,
  answer: { readonly exampleId: string; readonly prompt: string; readonly seed: number },
  settings: PracticeSettings,
): boolean {
  const { exampleId, prompt, seed } = answer;
  const isStill = isRight && uniformOf(`long prompt/${exampleId}`) < shareThatStays(prompt, settings);
  if (settings.answerNoise === 0) return isStill;
  const label = `${seed}/${exampleId}/${prompt}`;
  if (uniformOf(`noise/${label}`) >= settings.answerNoise) return isStill;
  return uniformOf(`coin/${label}`) < 0.5;
}

function shareThatStays(prompt: string, { promptKneeTokens, promptSteepness }: PracticeSettings): number {
  const tokens = estimateTokens(prompt);
  if (promptKneeTokens === 0 || tokens <= promptKneeTokens) return 1;
  return (promptKneeTokens / tokens) ** promptSteepness;
}

/**
 * Staleness travels in texts, as all knowledge does: an answer says how many notes it was worked out from, its
 * reflection repeats the number, and a curator whose playbook has another number sees that the reflection is old.
 */
export function notesMark(text: string): string {
  return ` (Worked out from ${codesIn(text).length} notes.)`;
}

/** The mark that a trace or a reflection carries; empty where it has none. */
export function notesMarkIn(text: string): string {
  return /\(Worked out from \d+ notes\.\)/.exec(text)?.[0] ?? '';
}

/** Factor on an insight's chance to be kept: 1, or 1 - staleness where its reflection saw another playbook. */
export function freshness(reflection: string, playbook: string, { staleness }: PracticeSettings): number {
  if (staleness === 0) return 1;
  const mark = notesMarkIn(reflection);
  return mark === '' || mark === notesMark(playbook).trim() ? 1 : 1 - staleness;
}

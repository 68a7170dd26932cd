import { rulesAdvisedIn } from './back-office/advice';
import { sha256Hex, uniformOf } from './hashing';
import type { PracticeProfile } from './profiles';

/**
 * What becomes of an example, fixed by a hash of its id (ruling P1). Knows neither prompts nor playbooks.
 *
 * A topic is what examples share that need the same insight: the group that the data set names (a formula), else a
 * bucket of the id's hash.
 */
export type Difficulty = 'easy' | 'learnable' | 'hard';

export function difficultyOf(exampleId: string, profile: PracticeProfile): Difficulty {
  const position = uniformOf(`difficulty/${exampleId}`);
  if (position < profile.easyShare) return 'easy';
  return position < profile.easyShare + profile.learnableShare ? 'learnable' : 'hard';
}

export function topicOf(exampleId: string, groupKey: string | null, profile: PracticeProfile): string {
  return groupKey ?? `bucket ${Math.floor(uniformOf(`topic/${exampleId}`) * profile.topicCount)}`;
}

/** Six upper-case hex digits that name a topic of a profile; a prompt that holds `codeTag` of it teaches it. */
export function insightCodeOf(topic: string, profile: PracticeProfile): string {
  return sha256Hex(`${profile.id}/${topic}`).slice(0, 6).toUpperCase();
}

/** The code as written in an insight; the form is agreed with the prompts' format. */
export function codeTag(code: string): string {
  return `[lesson ${code}]`;
}

const CODE_TAG = /\[lesson ([0-9A-F]{6})\]/g;

/** Every code that a text holds, in order, repeats included; a rule of the back office is a code of its own. */
export function codesIn(text: string): string[] {
  return text.split('\n').flatMap((line): readonly string[] => {
    const codes = Array.from(line.matchAll(CODE_TAG), (match) => match[1] ?? '');
    return codes.length > 0 ? codes : rulesAdvisedIn(line);
  });
}

export function isAnsweredRight(difficulty: Difficulty, isTaught: boolean): boolean {
  return difficulty === 'easy' || (difficulty === 'learnable' && isTaught);
}

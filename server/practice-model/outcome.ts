import { rulesAdvisedIn } from './back-office/advice';
import { uniformOf } from './hashing';
import { nameOfTopic, plain, subjectsIn } from './insight-words';
import type { PracticeProfile } from './profiles';
import { houseRulesAdvisedIn } from './seed-bank/house-rules';

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

const BUCKET = /^bucket (\d+)$/;

/** The topic in words, as an insight names it: the group as it is written, or a name for a bucket. */
export function subjectOf(topic: string, profile: PracticeProfile): string {
  const bucket = BUCKET.exec(topic)?.[1];
  return bucket === undefined ? plain(topic) : nameOfTopic(Number(bucket), profile.id);
}

/** How a topic is known again: its subject in lower case. A prompt that holds advice on it teaches it. */
export function insightCodeOf(topic: string, profile: PracticeProfile): string {
  return subjectOf(topic, profile).toLowerCase();
}

/** Every code that a text holds, in order, repeats included; a rule of the back office or of the seed bank is a code of its own. */
export function codesIn(text: string): string[] {
  return text.split('\n').flatMap(codesOfLine);
}

/** A run reads the same lines in many calls. */
const LINES_REMEMBERED = 8_192;
const remembered = new Map<string, readonly string[]>();

function codesOfLine(line: string): readonly string[] {
  const known = remembered.get(line);
  if (known !== undefined) return known;
  const subjects = subjectsIn(line);
  const codes = subjects.length > 0 ? subjects : [...rulesAdvisedIn(line), ...houseRulesAdvisedIn(line)];
  if (remembered.size >= LINES_REMEMBERED) remembered.clear();
  remembered.set(line, codes);
  return codes;
}

export function isAnsweredRight(difficulty: Difficulty, isTaught: boolean): boolean {
  return difficulty === 'easy' || (difficulty === 'learnable' && isTaught);
}

import { isRuleId } from './back-office/rules';
import { sha256Hex } from './hashing';
import { type Difficulty, difficultyOf, insightCodeOf, subjectOf, topicOf } from './outcome';
import { answerParts } from './plausible-answer';
import { PRACTICE_PROFILES, type PracticeProfile, type PracticeProfileId } from './profiles';
import { restored } from './prompt-parts';
import { isHouseRuleId } from './seed-bank/house-rules';

/** The answer key of one data set, as its owner registers it. */
export interface AnswerKey {
  readonly profile: PracticeProfileId;
  readonly entries: readonly AnswerKeyEntry[];
}

export interface AnswerKeyEntry {
  readonly question: string;
  readonly expected: string;
  readonly exampleId: string;
  readonly groupKey: string | null;
}

/** All that the practice model knows of an example. */
export interface KnownExample {
  readonly profile: PracticeProfile;
  readonly exampleId: string;
  readonly expected: string;
  readonly groupKey: string | null;
  readonly difficulty: Difficulty;
  /** The topic in words, and how it is known again. */
  readonly subject: string;
  readonly code: string;
  /** Answers of the whole key, for wrong ones. */
  readonly vocabulary: readonly string[];
}

/** A few hundred other answers are plenty to be wrong with. */
const VOCABULARY_MAX = 500;

/**
 * The registered keys, in memory, looked up by the exact text of a question. Where two keys hold the same question
 * the one registered first answers, so that a new data set never changes the replies of a run in progress.
 */
export class AnswerKeys {
  private readonly examplesByKey = new Map<string, ReadonlyMap<string, KnownExample>>();
  private readonly profileByCode = new Map<string, PracticeProfile>();

  /** Registers or replaces a key; a replaced one keeps its rank. Returns how many different questions it holds. */
  register(id: string, key: AnswerKey): number {
    const profile: PracticeProfile = PRACTICE_PROFILES[key.profile];
    const vocabulary = vocabularyOf(key);
    const examples = new Map<string, KnownExample>();
    for (const { question, expected, exampleId, groupKey } of key.entries) {
      const hash = questionHash(question);
      if (examples.has(hash)) continue;
      const topic = topicOf(exampleId, groupKey, profile);
      const code = insightCodeOf(topic, profile);
      const subject = subjectOf(topic, profile);
      const difficulty = difficultyOf(exampleId, profile);
      examples.set(hash, { profile, exampleId, expected, groupKey, difficulty, subject, code, vocabulary });
      this.profileByCode.set(code, profile);
    }
    this.examplesByKey.set(id, examples);
    return examples.size;
  }

  find(question: string): KnownExample | undefined {
    const hash = questionHash(question);
    for (const examples of this.examplesByKey.values()) {
      const example = examples.get(hash);
      if (example !== undefined) return example;
    }
    return undefined;
  }

  /** The profile whose insight this code names; Formula's for a code that no key knows. */
  profileOf(code: string | undefined): PracticeProfile {
    if (code !== undefined && (isRuleId(code) || isHouseRuleId(code))) return PRACTICE_PROFILES.backOffice;
    return this.profileByCode.get(code ?? '') ?? PRACTICE_PROFILES.formula;
  }

  get size(): number {
    return this.examplesByKey.size;
  }
}

/** Both sides are restored and trimmed, so that a question with a tag in it is found as well. */
function questionHash(question: string): string {
  return sha256Hex(restored(question));
}

function vocabularyOf(key: AnswerKey): string[] {
  const parts = new Set<string>();
  for (const { expected } of key.entries) {
    for (const part of answerParts(expected)) parts.add(part);
    if (parts.size >= VOCABULARY_MAX) break;
  }
  return [...parts].sort();
}

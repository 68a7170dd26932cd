import type { z } from 'zod';
import { AppError } from '@/lib/errors/app-error';
import type { Immutable } from './immutable';
import { LEVEL_TWO_READINGS, type LevelTwoReading } from './level-two-readings';
import type { practiceSettings } from './model-binding-schema';

/**
 * The practice model's settings that change what it answers. A provider states them in headers, a manifest pins them,
 * and each call sends what was pinned; so a run keeps its settings when the provider is changed meanwhile.
 */
export const READING_WORDS: Readonly<Record<LevelTwoReading, string>> = {
  updates: 'level 2 counts updates',
  distinctInsights: 'level 2 counts distinct insights',
  items: 'level 2 counts items',
};

export type PracticeSettings = Immutable<z.output<typeof practiceSettings>>;

/** The reading that agrees with the published 84.5 for Formula: chosen for that, so the agreement is no evidence. */
export const PRACTICE_SETTINGS_DEFAULT: PracticeSettings = {
  levelTwoCounts: 'updates',
  answerNoise: 0,
  staleness: 0,
  promptKneeTokens: 0,
  promptSteepness: 0.5,
};

const HEADERS = {
  levelTwoCounts: 'x-practice-level-two-counts',
  answerNoise: 'x-practice-answer-noise',
  staleness: 'x-practice-staleness',
  promptKneeTokens: 'x-practice-prompt-knee-tokens',
  promptSteepness: 'x-practice-prompt-steepness',
} as const satisfies Record<keyof PracticeSettings, string>;

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * What headers state, in any case of their names, over the defaults.
 * @throws AppError INPUT_INVALID for a value that cannot be read
 */
export function practiceSettingsIn(headers: Headers): PracticeSettings {
  const stated = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const textOf = (setting: keyof PracticeSettings) => {
    const value = stated.get(HEADERS[setting]);
    return (typeof value === 'string' ? value : value?.[0])?.trim() || undefined;
  };
  const numberOf = (setting: Exclude<keyof PracticeSettings, 'levelTwoCounts'>, largest: number) => {
    const text = textOf(setting);
    const value = text === undefined ? PRACTICE_SETTINGS_DEFAULT[setting] : Number(text);
    if (value >= 0 && value <= largest) return value;
    throw unreadable(HEADERS[setting], `needs a number from 0 to ${largest}`);
  };
  const reading = textOf('levelTwoCounts') ?? PRACTICE_SETTINGS_DEFAULT.levelTwoCounts;
  const levelTwoCounts = LEVEL_TWO_READINGS.find((one) => one === reading);
  if (!levelTwoCounts) throw unreadable(HEADERS.levelTwoCounts, `knows ${LEVEL_TWO_READINGS.join(', ')}`);
  return {
    levelTwoCounts,
    answerNoise: numberOf('answerNoise', 1),
    staleness: numberOf('staleness', 1),
    promptKneeTokens: numberOf('promptKneeTokens', 1_000_000),
    promptSteepness: numberOf('promptSteepness', 10),
  };
}

/** Effects that are switched on, as one text; empty where none is. The reading is none: a run without a level 2 has it too. */
export function effectsOn(settings: PracticeSettings | undefined): string {
  const names = ['answerNoise', 'staleness', 'promptKneeTokens', 'promptSteepness'] as const;
  return names
    .filter((name) => settings !== undefined && settings[name] !== PRACTICE_SETTINGS_DEFAULT[name])
    .map((name) => ` ${name}=${settings?.[name]}`)
    .join('');
}

/** The reading that headers state, or the default; null where what they state cannot be read. */
export function readingStated(headers: Headers): LevelTwoReading | null {
  try {
    return practiceSettingsIn(headers).levelTwoCounts;
  } catch (error) {
    if (AppError.is(error)) return null;
    throw error;
  }
}

/** As a call states them, every one, so that none is left to what a provider says by now. */
export function practiceHeaders(settings: PracticeSettings): Record<string, string> {
  const names = Object.keys(HEADERS) as (keyof PracticeSettings)[];
  return Object.fromEntries(names.map((name) => [HEADERS[name], String(settings[name])]));
}

function unreadable(header: string, rule: string): AppError {
  return new AppError('INPUT_INVALID', `The header ${header} of the practice model ${rule}.`);
}

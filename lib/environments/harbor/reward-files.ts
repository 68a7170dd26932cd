import { decimalOf } from '../decimal-text';

/**
 * The rewards that the tests of a task wrote: reward.txt with one number, which wins, or reward.json with numbers by name. A
 * file that is missing, empty or no such file is told apart; in each case the tests failed to judge, which is no reward of 0.
 */
export type Rewards = Readonly<Record<string, number>>;

export const REWARD_TEXT = 'reward.txt';
export const REWARD_JSON = 'reward.json';

/** Contents of the two files; null where the file is not there. */
export interface RewardFiles {
  readonly text: string | null;
  readonly json: string | null;
}

export interface RewardFault {
  readonly code: 'missing' | 'empty' | 'unparsable';
  readonly file: string;
  readonly message: string;
}

export type RewardReading =
  | { readonly ok: true; readonly rewards: Rewards }
  | { readonly ok: false; readonly fault: RewardFault };

export function readRewards({ text, json }: RewardFiles): RewardReading {
  if (text !== null) return readText(text);
  if (json !== null) return readJson(json);
  return fault('missing', REWARD_TEXT, `The tests wrote neither ${REWARD_TEXT} nor ${REWARD_JSON}.`);
}

function readText(text: string): RewardReading {
  if (text === '') return fault('empty', REWARD_TEXT, 'The file is empty.');
  const reward = decimalOf(text);
  if (reward !== undefined) return { ok: true, rewards: { reward } };
  return fault('unparsable', REWARD_TEXT, `It says "${text.trim().slice(0, 80)}", which is no number.`);
}

function readJson(json: string): RewardReading {
  if (json === '') return fault('empty', REWARD_JSON, 'The file is empty.');
  const document = parsed(json);
  if (document === undefined) return fault('unparsable', REWARD_JSON, 'It is no JSON.');
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return fault('unparsable', REWARD_JSON, 'It is no object of numbers by name.');
  const rewards = Object.entries(document).map(([name, value]) => [name, numberOf(value)] as const);
  const other = rewards.find(([, value]) => value === undefined)?.[0];
  if (other !== undefined) return fault('unparsable', REWARD_JSON, `Its reward "${other}" is no number.`);
  return { ok: true, rewards: Object.fromEntries(rewards) as Rewards };
}

/** A check that passed or not counts as 1 or 0. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' ? value : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The parser's words do not help the author of the tests; the fault names the file.
    return undefined;
  }
}

function fault(code: RewardFault['code'], file: string, message: string): RewardReading {
  return { ok: false, fault: { code, file, message } };
}

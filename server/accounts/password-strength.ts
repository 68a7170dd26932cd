import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import {
  PASSWORD_HINT,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  PASSWORD_SCORE_MIN,
} from '@/lib/domain/password-rule';
import { AppError } from '@/lib/errors/app-error';

/**
 * The one check of a password that a person or an operator chose, before it is hashed. Its word lists take about a second
 * and some megabytes to load, so they are loaded at the first password.
 */
export interface ChosenPassword {
  readonly password: string;
  /** Personal words that an attacker guesses first: e-mail, name. */
  readonly personal: readonly string[];
  /** Field of the form, or name of the variable. */
  readonly field: string;
}

/** @throws AppError INPUT_INVALID that names the field */
export async function assertStrongPassword({ password, personal, field }: ChosenPassword): Promise<void> {
  const fault = await faultOf(password, personal);
  if (fault === null) return;
  throw new AppError('INPUT_INVALID', `${field}: ${fault}`, { fields: [{ path: field, message: fault }] });
}

async function faultOf(password: string, personal: readonly string[]): Promise<string | null> {
  if (password.length < PASSWORD_LENGTH_MIN)
    return `The password is too short. Choose at least ${PASSWORD_LENGTH_MIN} characters.`;
  if (password.length > PASSWORD_LENGTH_MAX)
    return `The password is too long. Choose at most ${PASSWORD_LENGTH_MAX} characters.`;
  const words = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(Boolean);
  const { score } = (await estimator()).check(password, [...words, 'waggle']);
  return score >= PASSWORD_SCORE_MIN ? null : `The password is easy to guess. ${PASSWORD_HINT}`;
}

let loading: Promise<ZxcvbnFactory> | undefined;

function estimator(): Promise<ZxcvbnFactory> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const dictionary = { ...common.dictionary, ...english.dictionary };
  return new core.ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs });
}

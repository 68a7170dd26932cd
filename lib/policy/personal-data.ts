import type { OfferedSpan, PrivateFinding, PrivateKind } from '@/lib/domain/privacy';
import type { AppError, FieldFault } from '@/lib/errors/app-error';
import { refusal } from './rules/rule';
import { NO_PERSONAL_DATA } from './rules/settled';

/**
 * R-210: no personal data and no secrets in prompts. A person decides what happens to what was found: strike it out,
 * or keep it with a reason that stays in the audit log. An error names its place and its kind,
 * and never what it says: errors are logged.
 */
export const KIND_WORDS: Readonly<Record<PrivateKind, string>> = {
  secret: 'key or password',
  email: 'e-mail address',
  iban: 'bank account (IBAN)',
  paymentCard: 'payment card',
  nationalId: 'social security number',
  ipAddress: 'IP address',
  phone: 'telephone number',
};

export const REASON_LENGTH_MIN = 10;

/** Named one by one; the message has the count of all. */
const NAMED_MAX = 50;

/** Checks a prompt that a person saves. @throws AppError PII_IN_PROMPT */
export function assertPromptIsClean(
  spans: readonly OfferedSpan[],
  { path, reason }: { readonly path: string; readonly reason: string | undefined },
): void {
  if (spans.length === 0 || isReason(reason)) return;
  throw refused(spans.length, 'in this prompt', {
    fields: spans.slice(0, NAMED_MAX).map(({ kind, start, end, placeholder }) => ({
      path,
      message: `Characters ${start} to ${end}: ${KIND_WORDS[kind]}. Write ${placeholder} in its place.`,
    })),
    howToProceed: [
      'Strike out what was found; each place has a placeholder ready.',
      `Or keep it and say why in personalDataReason, in ${REASON_LENGTH_MIN} characters or more.`,
    ],
  });
}

/** A person's choice for the data set that is imported. */
export type PrivacyChoice =
  | { readonly choice: 'redact' }
  | { readonly choice: 'keep'; readonly reason: string };

/** Progress of files that are read only until the first finding: the examples read, and their places. */
interface ReadSoFar {
  readonly records: number;
  readonly placeOf: (example: number) => string;
}

/** Checks files that become examples, which become prompts. @throws AppError PII_IN_PROMPT */
export function assertImportIsDecided(
  findings: readonly PrivateFinding[],
  choice: PrivacyChoice | undefined,
  read?: ReadSoFar,
): void {
  if (findings.length === 0 || choice?.choice === 'redact') return;
  if (choice?.choice === 'keep' && isReason(choice.reason)) return;
  const count = findings.reduce((sum, one) => sum + one.count, 0);
  const where =
    read === undefined ? 'in these examples' : `in the first ${read.records} records (the rest was not read)`;
  const named = read?.placeOf ?? ((example: number) => `example ${example}`);
  throw refused(count, where, {
    fields: findings.map(({ kind, count, examples, first }) => ({
      path: 'options.privacy',
      message: `${KIND_WORDS[kind]}: ${count} in ${examples} of the examples, first ${first
        .map((place) => `${named(place.example)}, ${place.field}, characters ${place.start} to ${place.end}`)
        .join('; ')}.`,
    })),
    howToProceed: [
      'Send privacy {"choice": "redact"} to put placeholders in their places.',
      `Or send privacy {"choice": "keep", "reason": "…"} with a reason of ${REASON_LENGTH_MIN} characters or more.`,
    ],
  });
}

function isReason(reason: string | undefined): boolean {
  return (reason ?? '').trim().length >= REASON_LENGTH_MIN;
}

interface Steps {
  readonly fields: readonly FieldFault[];
  readonly howToProceed: readonly string[];
}

function refused(count: number, where: string, { fields, howToProceed }: Steps): AppError {
  const things = count === 1 ? 'There is 1 piece' : `There are ${count} pieces`;
  return refusal(NO_PERSONAL_DATA, {
    found: `${things} of personal or secret data ${where}: strike ${count === 1 ? 'it' : 'them'} out, or say why ${count === 1 ? 'it stays' : 'they stay'}.`,
    fields,
    howToProceed,
    context: { count },
  });
}

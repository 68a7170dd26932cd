/**
 * A rule of the strategist as data: its id, what it says, and how to go on. The functions that check rules take their
 * words from here, so that page, API and command line say the same sentence. Knows nothing of doors.
 */
import { AppError, type FieldFault } from '@/lib/errors/app-error';
import type { ErrorCode } from '@/lib/errors/codes';

export interface Rule {
  /** As in "R-063". */
  readonly id: string;
  /** A few words for a list. */
  readonly title: string;
  /** Answer to a request that breaks the rule. */
  readonly code: ErrorCode;
  /** Shown verbatim. */
  readonly sentence: string;
  /** Steps that lead on; never "ignore". */
  readonly howToProceed: readonly string[];
  /** Asked again when a worker takes from the queue what was launched under it. */
  readonly queued?: true;
  /** Where its words stand, if they are shown in a report or beside a chart and no request can break the rule. */
  readonly shownAt?: string;
}

interface Refusal {
  /** Faults by field, all at once. */
  readonly fields?: readonly FieldFault[];
  /** Facts found, appended to the rule's sentence. */
  readonly found?: string;
  /** Instead of the rule's own steps, where what was found says more. */
  readonly howToProceed?: readonly string[];
  readonly context?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The refusal of a rule, to be thrown. */
export function refusal(rule: Rule, { fields, found, howToProceed, context, cause }: Refusal = {}): AppError {
  return new AppError(rule.code, found === undefined ? rule.sentence : `${rule.sentence} ${found}`, {
    ruleId: rule.id,
    howToProceed: howToProceed ?? rule.howToProceed,
    ...(fields ? { fields } : {}),
    ...(context ? { context } : {}),
    ...(cause === undefined ? {} : { cause }),
  });
}

import type { PrivateFinding } from '@/lib/domain/privacy';
import type { ImportedExample, ImportOutcome, ImportReport } from '@/lib/evaluation/import/import-types';
import { Redactor } from '@/lib/evaluation/privacy/redact';
import { redactInSteps, surveyInSteps } from '@/lib/evaluation/privacy/survey';
import { assertImportIsDecided, type PrivacyChoice } from '@/lib/policy/personal-data';

/** R-210 at import: what the examples hold, what a person chose for it, and what the report and the audit log say. */
export interface ChosenExamples {
  readonly examples: readonly ImportedExample[];
  readonly report: ImportReport & { readonly privacy?: ImportedPrivacy };
  readonly audit: { readonly action: string; readonly detail: ImportedPrivacy } | null;
}

export type ImportedPrivacy = {
  readonly choice: PrivacyChoice['choice'];
  readonly reason: string | null;
  readonly found: { kind: string; count: number; examples: number }[];
};

/** @throws AppError PII_IN_PROMPT where personal data was found and no choice was made */
export function* examplesAsChosen(
  { examples, report }: Pick<ImportOutcome, 'examples' | 'report'>,
  choice: PrivacyChoice | undefined,
): Generator<void, ChosenExamples> {
  const findings = yield* surveyInSteps(examples);
  assertImportIsDecided(findings, choice);
  if (findings.length === 0 || choice === undefined) return { examples, report, audit: null };
  const privacy = noteOf(findings, choice);
  if (choice.choice === 'keep')
    return { examples, report: { ...report, privacy }, audit: { action: 'privacy.kept', detail: privacy } };
  const redactor = new Redactor();
  const redacted = yield* redactInSteps(examples, redactor);
  // A fault may quote the line that it is about.
  const faults = report.faults.map((fault) => ({ ...fault, message: redactor.redact(fault.message) }));
  return {
    examples: redacted,
    report: { ...report, faults, privacy },
    audit: { action: 'privacy.redacted', detail: privacy },
  };
}

export function noteOf(findings: readonly PrivateFinding[], choice: PrivacyChoice): ImportedPrivacy {
  return {
    choice: choice.choice,
    reason: choice.choice === 'keep' ? choice.reason : null,
    found: findings.map(({ kind, count, examples }) => ({ kind, count, examples })),
  };
}

import type { CheckPrivacyInput } from '@/lib/contracts/privacy';
import type { Actor } from '@/lib/domain/actor';
import type { OfferedSpan, PrivateKind } from '@/lib/domain/privacy';
import { Redactor } from '@/lib/evaluation/privacy/redact';
import { assertPromptIsClean } from '@/lib/policy/personal-data';
import { inSlices } from '@/server/services/datasets/in-slices';

/** R-210 on a prompt that a person writes: looked through when asked, and always before it is saved. */
export async function checkPrivacy(
  _actor: Actor<'experiment'>,
  { text }: CheckPrivacyInput,
): Promise<{ spans: OfferedSpan[] }> {
  return { spans: [...(await spansOf(text))] };
}

/** Audit detail of a prompt saved with personal or secret data in it: the reason, and the number found by kind. */
export type KeptPersonalData = {
  readonly reason: string;
  readonly found: Partial<Record<PrivateKind, number>>;
};

/** Null where there is nothing to note; `path` is what the faults are about. @throws AppError PII_IN_PROMPT */
export async function checkedPrompt(
  text: string | undefined,
  reason: string | undefined,
  path = 'seedCandidateText',
): Promise<KeptPersonalData | null> {
  const spans = await spansOf(text ?? '');
  assertPromptIsClean(spans, { path, reason });
  return noted(spans, reason);
}

/** Findings in a prompt that was let through, for its approver; null where there are none. */
export async function foundInPrompt(
  text: string,
  reason: string | undefined,
): Promise<KeptPersonalData | null> {
  return noted(await spansOf(text), reason);
}

function noted(spans: readonly OfferedSpan[], reason = ''): KeptPersonalData | null {
  if (spans.length === 0) return null;
  const found: Partial<Record<PrivateKind, number>> = {};
  for (const { kind } of spans) found[kind] = (found[kind] ?? 0) + 1;
  return { reason, found };
}

function spansOf(text: string): Promise<readonly OfferedSpan[]> {
  return inSlices(new Redactor().offerInSteps(text));
}

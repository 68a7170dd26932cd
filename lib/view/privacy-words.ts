import type { CandidatePrivacyView } from '@/lib/contracts/privacy';
import type { ImportPrivacyView } from '@/lib/contracts/privacy-shapes';
import { PRIVATE_KINDS } from '@/lib/domain/privacy';
import { KIND_WORDS } from '@/lib/policy/personal-data';
import { formatCount, formatScore, plural } from './numbers';

/** A person's choice about the personal or secret data found at an import, in words. */
export function describeChoice({ choice, reason, found }: ImportPrivacyView): string {
  const kinds = found.map(({ kind, count }) => `${KIND_WORDS[kind]} (${formatCount(count)})`).join(', ');
  return choice === 'redact' ? `Struck out: ${kinds}` : `Kept: ${kinds}. Reason: ${reason ?? ''}`;
}

/** Personal or secret data found in a candidate, in one sentence. */
export function describeSpans(spans: CandidatePrivacyView['spans']): string {
  if (spans.length === 0) return 'No personal or secret data was found in this version.';
  const kinds = PRIVATE_KINDS.flatMap((kind) => {
    const count = spans.filter((span) => span.kind === kind).length;
    return count === 0 ? [] : [`${KIND_WORDS[kind]} (${count})`];
  });
  return `This version contains personal or secret data in ${plural(spans.length, 'place')}: ${kinds.join(', ')}.`;
}

/** The share covers all n-grams of the prompt, not a sample, so it has no interval. */
export function describeLeak(leak: CandidatePrivacyView['leak']): string {
  const { n, promptNgrams, copiedNgrams, share, examples } = leak;
  if (share === null) return `It is shorter than ${n} words, too short to tell whether anything is copied.`;
  return `${formatCount(copiedNgrams)} of its ${formatCount(promptNgrams)} sequences of ${n} words (${formatScore(share)}) stand word for word in one of ${plural(examples, 'training example')}; all were counted, so there is no interval.`;
}

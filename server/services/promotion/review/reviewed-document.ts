import type { ReportDocument } from '@/lib/domain/report-document';
import type { ReviewState } from '@/lib/domain/review';
import { STATE_WORDS } from '@/lib/view/review-words';

/** A stored document with the state of its review, for readers of a file or a link, who see no page. */
export function reviewedDocument(
  document: ReportDocument,
  { state, createdAt }: { readonly state: ReviewState; readonly createdAt: Date },
): ReportDocument {
  const value = state === 'draft' ? 'Draft, not reviewed' : STATE_WORDS[state];
  const facts = [...document.facts, { term: 'Review', value }];
  return { ...document, facts, madeAt: createdAt.toISOString() };
}

import type { EventKind } from '@/lib/domain/workspace-event';

/** What kind of event it is, in the words of a list. */
const WORDS: Readonly<Record<EventKind, string>> = {
  'approval.requested': 'Approval asked for',
  'approval.given': 'Approved',
  'approval.changesRequested': 'Changes asked for',
  'canary.verdict': 'Verdict',
  'canary.live': 'Live',
  'canary.promoted': 'Promoted',
  'canary.rolledBack': 'Rolled back',
  'canary.silent': 'No requests',
  'comment.mentioned': 'Mention',
};

/** Of a kind that only a test has, its name. */
export function eventWords(kind: string): string {
  return (WORDS as Readonly<Record<string, string>>)[kind] ?? (kind === 'webhook.test' ? 'Test' : kind);
}

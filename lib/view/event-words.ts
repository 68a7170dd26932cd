import type { EventKind } from '@/lib/domain/workspace-event';

/** Name of each kind of event, as a list shows it. */
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

/** Words for a kind of event; the kind itself where it is unknown. */
export function eventWords(kind: string): string {
  return (WORDS as Readonly<Record<string, string>>)[kind] ?? (kind === 'webhook.test' ? 'Test' : kind);
}

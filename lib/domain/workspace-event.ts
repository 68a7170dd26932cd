/**
 * Something that happened in a workspace and that people or their other systems want to hear of: told in the app and
 * posted to webhooks. Knows no rows and no addresses.
 */
export const WEBHOOK_EVENTS = [
  'approval.requested',
  'approval.given',
  'approval.changesRequested',
  'canary.verdict',
  'canary.live',
  'canary.promoted',
  'canary.rolledBack',
  'canary.silent',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** A mention is between people; it goes to no webhook. */
export const EVENT_KINDS = [...WEBHOOK_EVENTS, 'comment.mentioned'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Recipients of the notice in the app, without the person who acted. */
export type Audience =
  /** All who could act on it: everybody but viewers. */
  | { readonly kind: 'team' }
  /** Approvers who are no authors, by the names in audit entries. */
  | { readonly kind: 'reviewers'; readonly authors: readonly string[] }
  | { readonly kind: 'named'; readonly names: readonly string[] }
  | { readonly kind: 'people'; readonly userIds: readonly string[] };

export interface WorkspaceEvent {
  readonly kind: EventKind;
  readonly workspaceId: string;
  /** The canary that it is about. */
  readonly canaryId: string;
  /** One sentence, shown verbatim. */
  readonly text: string;
  /** Who did it, as audit entries have it. */
  readonly actor: string;
  readonly atMs: number;
  readonly audience: Audience;
  /** Names and numbers for machines; never a prompt and never a secret. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** Where the page of a canary is; said once, because notices and webhooks lead there too. */
export function canaryPath(canaryId: string): string {
  return `/canaries/${encodeURIComponent(canaryId)}`;
}

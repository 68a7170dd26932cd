/** The caller: a signed-in person or a machine with a key, in one workspace, with one role. */
export type Role = 'owner' | 'experimenter' | 'reviewer' | 'viewer';

export const ROLES: readonly Role[] = ['owner', 'experimenter', 'reviewer', 'viewer'];

/** Permitted uses of a slot's key. */
export const SLOT_SCOPES = ['evaluate', 'ingest', 'rollback'] as const;
export type SlotScope = (typeof SLOT_SCOPES)[number];

/** Permitted uses of a workspace's key that has scopes: it does nothing else, whatever its role. */
export const KEY_SCOPES = ['rollouts:run', 'traces:write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A key of one slot does what its scopes say, there and nowhere else, whatever its role (rulings C3). */
export interface SlotKey {
  readonly slotId: string;
  readonly scopes: readonly SlotScope[];
  /** Readable by every visitor of the page, so it evaluates only, and only for pages of these origins. */
  readonly isBrowser: boolean;
  readonly origins: readonly string[];
}

interface Caller {
  readonly workspaceId: string;
  readonly role: Role;
  /** Shown in the audit log: an e-mail address or a key's name. */
  readonly name: string;
  readonly via: 'session' | 'key' | 'command';
  readonly userId: string | null;
  readonly keyId: string | null;
  /** When this person last proved who they are, by signing in or by their password. Only a session has it. */
  readonly signedInAtMs?: number;
  /** Names the session of this request, so that a sign-out can end it. */
  readonly sessionId?: string;
  readonly slotKey?: SlotKey;
  /** Set for a key of the workspace that has any. */
  readonly keyScopes?: readonly KeyScope[];
}

export type Permission =
  | 'read'
  /** Data sets, splits, tasks, experiments, runs. */
  | 'experiment'
  /** Comments on reports, asking for a review of them, links that share them, replays that check a run. */
  | 'discuss'
  /** Verdicts on reports and canaries. */
  | 'review'
  /** Reverting to the previous prompt only limits harm, so most roles may do it. */
  | 'revert'
  /** Asking a slot which prompt to use. */
  | 'evaluate'
  /** Telling what became of an answer. */
  | 'ingest'
  /** Leasing rollouts as a runner. */
  | 'runRollouts'
  /** Sending traces of agents. */
  | 'sendTraces'
  /** Providers, keys, people. */
  | 'administer';

export const GRANTS = {
  owner: [
    'read',
    'experiment',
    'discuss',
    'review',
    'revert',
    'evaluate',
    'ingest',
    'runRollouts',
    'sendTraces',
    'administer',
  ],
  experimenter: [
    'read',
    'experiment',
    'discuss',
    'revert',
    'evaluate',
    'ingest',
    'runRollouts',
    'sendTraces',
  ],
  reviewer: ['read', 'discuss', 'review', 'revert', 'evaluate'],
  viewer: ['read', 'evaluate'],
} as const satisfies Readonly<Record<Role, readonly Permission[]>>;

export const PERMISSION_OF_SCOPE = {
  evaluate: 'evaluate',
  ingest: 'ingest',
  rollback: 'revert',
  'rollouts:run': 'runRollouts',
  'traces:write': 'sendTraces',
} as const satisfies Readonly<Record<SlotScope | KeyScope, Permission>>;

/** Roles that have the permission, and scopes of a key that have it. */
type HolderOf<P extends Permission> =
  | { [R in Role]: P extends (typeof GRANTS)[R][number] ? R : never }[Role]
  | {
      [S in SlotScope | KeyScope]: P extends (typeof PERMISSION_OF_SCOPE)[S] ? `key:${S}` : never;
    }[SlotScope | KeyScope];

/** Private, so that only a cast makes one, and a copy with another role loses it. */
declare class Authorized<Holder> {
  private readonly holder: Holder;
}

/**
 * `Actor<'experiment'>` has the permission to experiment; only `authorize` in `lib/policy/roles` makes one. It also fits
 * where every role with this permission has the wanted one: `Actor<'read'>` here, `Actor<'review'>` not. `Actor` alone
 * may nothing yet.
 */
export type Actor<P extends Permission = never> = [P] extends [never]
  ? Caller
  : Caller & Authorized<HolderOf<P>>;

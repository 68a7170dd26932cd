/** The caller: a signed-in person or a machine with a key, in one workspace, with one role. */
export type Role = 'owner' | 'experimenter' | 'reviewer' | 'viewer';

export const ROLES: readonly Role[] = ['owner', 'experimenter', 'reviewer', 'viewer'];

/** Permitted uses of a slot's key. */
export const SLOT_SCOPES = ['evaluate', 'ingest', 'rollback'] as const;
export type SlotScope = (typeof SLOT_SCOPES)[number];

/** A key of one slot does what its scopes say, there and nowhere else, whatever its role (rulings C3). */
export interface SlotKey {
  readonly slotId: string;
  readonly scopes: readonly SlotScope[];
  /** Readable by every visitor of the page, so it evaluates only, and only for pages of these origins. */
  readonly isBrowser: boolean;
  readonly origins: readonly string[];
}

export interface Actor {
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
}

/** Whoever asks: a signed-in person or a machine with a key, in one workspace, with one role. */
export type Role = 'owner' | 'experimenter' | 'reviewer' | 'viewer';

export const ROLES: readonly Role[] = ['owner', 'experimenter', 'reviewer', 'viewer'];

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
}

/** An entry of the audit log and its place in the chain of hashes. Knows neither rows nor how it is hashed. */
export interface AuditRecord {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: unknown;
  readonly atMs: number;
}

export interface ChainedRecord {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly previousHash: string;
  readonly hash: string;
  readonly entry: AuditRecord;
}

export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** One row of the table of import directions. */
export interface DirectionRow {
  readonly from: readonly string[];
  /** Our own folders and files. */
  readonly may: readonly string[];
  /** Packages, `node:` for Node's own modules, `any` for all except those of `never`. */
  readonly packages: readonly string[];
  /** Packages and own folders that are refused although `may` or `packages` includes them. */
  readonly never?: readonly string[];
  readonly instead: string;
}

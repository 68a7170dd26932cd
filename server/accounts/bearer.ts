/** A Request of the web platform, or whatever else has headers. */
export interface AskedBy {
  readonly headers: Pick<Headers, 'get'>;
}

/** The text after "Bearer", or null where another way of signing in is meant. */
export function bearerOf({ headers }: AskedBy): string | null {
  const header = headers.get('authorization');
  if (header === null) return null;
  return /^bearer\s+(\S+)\s*$/i.exec(header)?.[1] ?? '';
}

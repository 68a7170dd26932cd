/** A text as Postgres takes it, which has room for neither NUL nor half of a surrogate pair; cut at a length. */
export function storableText(text: string, max: number): string {
  return text.slice(0, max).replace(/\0|\p{Surrogate}/gu, '\ufffd');
}

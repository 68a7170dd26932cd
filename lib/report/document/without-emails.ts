/**
 * A document for readers without an account: every e-mail address in it becomes "a member". Versions are made by people
 * whom the workspace knows by their address, and any text of a report may name one.
 */
const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** The same value with every text in it changed, at any depth. */
export function withoutEmails<T>(value: T): T {
  if (typeof value === 'string') return value.replace(EMAIL, 'a member') as T;
  if (Array.isArray(value)) return value.map((one) => withoutEmails(one)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutEmails(one)])) as T;
}

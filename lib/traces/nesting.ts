/** Deeper than any message of a model; what is nested deeper is not read, since reading it could exhaust the stack. */
export const NESTING_MAX = 100;

/** Whether a JSON value is nested deeper than that. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > NESTING_MAX) return true;
  for (const name in value) if (isTooDeep(value[name as keyof typeof value], depth + 1)) return true;
  return false;
}

/** Practice-model speed-up factor in a provider's headers: a number, or "off"; null = not stated. */
export function statedPace(headers: unknown): string | null {
  const stated = Object.entries((headers ?? {}) as Readonly<Record<string, string>>).find(
    ([name]) => name.toLowerCase() === 'x-practice-time-scale',
  );
  return stated?.[1].trim() ?? null;
}

const part = (ms: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(ms);

/** Days in UTC, as short as they can be said: "20–27 Nov", "28 Nov – 5 Dec". */
export function dayRange(fromMs: number, toMs: number): string {
  const day = (ms: number) => part(ms, { day: 'numeric', month: 'short' });
  const [from, to] = [day(fromMs), day(toMs)];
  const month = (ms: number) => part(ms, { month: 'short', year: 'numeric' });
  if (month(fromMs) !== month(toMs)) return `${from} – ${to}`;
  return from === to ? to : `${part(fromMs, { day: 'numeric' })}–${to}`;
}

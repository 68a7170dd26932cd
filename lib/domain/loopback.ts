/**
 * The names of this very computer. `localhost`, `127.0.0.1` and `::1` are one place, however a person spells it; the rest
 * of 127.0.0.0/8 is left to be named as it is.
 */
const NAMES = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

export function isLoopbackHost(hostname: string): boolean {
  return NAMES.has(hostname.toLowerCase());
}

export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

/** Host and port, as a list of allowed addresses names them. */
export function placeOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** Whether two addresses are of one origin, all spellings of loopback alike. */
export function isSameOrigin(one: string, other: string): boolean {
  return originOf(one) === originOf(other);
}

function originOf(url: string): string {
  const { origin, hostname, protocol } = new URL(url);
  return isLoopbackHost(hostname) ? `${protocol}//${placeOf(url).replace(hostname, 'localhost')}` : origin;
}

/** Asks a started product over HTTP, as the holder of a key (it begins with `wgl_`) or of a session's cookie. */
export type Ask = (path: string, signal?: AbortSignal) => Promise<Response>;

export function askAs(baseUrl: string, cookieOrKey: string): Ask {
  const headers: Record<string, string> = cookieOrKey.startsWith('wgl_')
    ? { authorization: `Bearer ${cookieOrKey}` }
    : { cookie: cookieOrKey };
  return (path, signal) =>
    fetch(new URL(path, baseUrl), { headers, redirect: 'manual', ...(signal ? { signal } : {}) });
}

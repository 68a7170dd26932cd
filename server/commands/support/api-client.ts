/**
 * The API as a command uses it: the same doors as everybody. Faults come back as one sentence. GETs are repeated while
 * the server is away, since chaos takes it away on purpose; nothing else is.
 */
export interface ApiClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  upload<T>(path: string, form: FormData): Promise<T>;
}

const AWAY_LIMIT_MS = 90_000;
const PAUSE_MS = 250;

export function apiClient(baseUrl: string, key: string): ApiClient {
  const headers = { authorization: `Bearer ${key}` };

  async function send<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers: { ...headers, ...init.headers } });
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as T;
    throw new ApiFault(
      response.status,
      `${init.method ?? 'GET'} ${path}: ${response.status} ${text.slice(0, 600)}`,
    );
  }

  const sendJson = <T>(method: string, path: string, body: unknown) =>
    send<T>(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

  return {
    async get<T>(path: string) {
      const deadline = Date.now() + AWAY_LIMIT_MS;
      for (;;) {
        try {
          return await send<T>(path, {});
        } catch (error) {
          const away = !(error instanceof ApiFault) || error.status >= 500;
          if (!away || Date.now() > deadline) throw error;
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      }
    },
    post: (path, body) => sendJson('POST', path, body),
    put: (path, body) => sendJson('PUT', path, body),
    upload: (path, form) => send(path, { method: 'POST', body: form }),
  };
}

export class ApiFault extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'ApiFault';
  }
}

export interface RunAnswer {
  readonly id: string;
  readonly status: string;
  readonly statusReason: string | null;
  readonly runHash: string | null;
}

/** Waits for a run's end by asking; resolves with its last state. */
export async function untilEnded(api: ApiClient, runId: string, limitMs: number): Promise<RunAnswer> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const run = await api.get<RunAnswer>(`/api/v1/runs/${runId}`);
    if (['finished', 'stopped', 'failed'].includes(run.status)) return run;
    if (Date.now() > deadline)
      throw new Error(`Run ${runId} is still ${run.status} after ${limitMs / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

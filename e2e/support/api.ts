import { type APIResponse, expect, type Page } from '@playwright/test';

/** The API as the browser of the signed-in person would call it. */
export interface Api {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body: unknown): Promise<Answer>;
  /** The bare answer, for what is expected to be refused. */
  send(
    method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
  ): Promise<APIResponse>;
}

export function apiOf(page: Page, origin: string): Api {
  const send: Api['send'] = (method, path, body) =>
    page.request.fetch(path, { method, headers: { origin }, ...(body === undefined ? {} : { data: body }) });
  const read = async <Answer>(response: APIResponse): Promise<Answer> => {
    expect(response.ok(), `${response.url()} ${response.status()}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  return {
    send,
    get: async (path) => read(await send('GET', path)),
    post: async (path, body) => read(await send('POST', path, body)),
  };
}

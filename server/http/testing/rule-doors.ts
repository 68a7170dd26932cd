import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ApiProblem, callApi } from '@/components/api/client';
import { ProblemNotice } from '@/components/api/problem-notice';
import type { Problem } from '@/lib/contracts/problem';
import { runCall } from '@/server/commands/support/call-command';
import { operationNamed } from '@/server/operations/call-operation';
import { servedOf } from '@/server/operations/operation-table';
import { sessionHeaders } from './sessions';
import { BASE_URL, type TestApi } from './test-api';

/**
 * One request through each of the three entry points: the API with a key, a page with a session that shows
 * the answer, and the command line. All three are real except for the network between them.
 */
export interface RuleRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Time since the person signed in, for the page; left out: just now. */
  readonly signedInMsAgo?: number;
  /** Fields of a form: text, or a file's name and content. */
  readonly form?: Readonly<Record<string, string | { readonly name: string; readonly text: string }>>;
}

/** The text shown at the entry point; null if nothing was refused. */
export interface Shown {
  /** The complete text on the screen. */
  readonly text: string;
  readonly ruleId: string | null;
  readonly code: string;
  /** The answer without the code: a status, an exit code, a state. */
  readonly answer: string;
}

export type Door = (api: TestApi, operationId: string, request: RuleRequest) => Promise<Shown | null>;

async function throughApi(api: TestApi, operationId: string, request: RuleRequest): Promise<Shown | null> {
  const { form, body = form && formOf(form), ...place } = request;
  const answer = await api.call(operationId, { ...place, body });
  if (answer.status < 400) return null;
  const problem: Problem = answer.json;
  const text = [problem.detail, ...problem.howToProceed].join('\n');
  return { text, ruleId: problem.ruleId, code: problem.code, answer: String(answer.status) };
}

async function throughPage(api: TestApi, operationId: string, request: RuleRequest): Promise<Shown | null> {
  const { form, body = form && formOf(form), signedInMsAgo = 0, ...place } = request;
  const networkBefore = globalThis.fetch;
  globalThis.fetch = await browserOf(api, { operationId, params: request.params ?? {}, signedInMsAgo });
  try {
    await callApi(operationNamed(operationId), { ...place, body });
    return null;
  } catch (error) {
    const text = asRead(renderToStaticMarkup(createElement(ProblemNotice, { error })));
    const { code, status } = error instanceof ApiProblem ? error.problem : { code: 'none', status: 0 };
    const ruleId = /Rule (R-\d{3}|(?:REV|CAN|EXP)-\d+)/.exec(text)?.[1] ?? null;
    return { text, ruleId, code, answer: String(status) };
  } finally {
    globalThis.fetch = networkBefore;
  }
}

async function browserOf(
  api: TestApi,
  asked: {
    readonly operationId: string;
    readonly params: Readonly<Record<string, string>>;
    readonly signedInMsAgo: number;
  },
): Promise<typeof fetch> {
  const { operationId, params, signedInMsAgo } = asked;
  const operation = operationNamed(operationId);
  const { handle } = await servedOf(operation);
  const signedInAtMs = Date.now() - signedInMsAgo;
  const session = Object.entries(await sessionHeaders(api, { userId: 'usr_owner', signedInAtMs }));
  return (address, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of session) headers.set(name, value);
    const request = new Request(new URL(String(address), BASE_URL), { ...init, headers });
    return handle(request, params);
  };
}

/** The text of a page without its markup. */
function asRead(html: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#x27;': "'",
    '&amp;': '&',
  };
  return html
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/&(?:lt|gt|quot|amp|#x27);/g, (entity) => entities[entity] ?? entity);
}

async function throughCommand(api: TestApi, operationId: string, request: RuleRequest) {
  const { params = {}, query = {}, body, form = {} } = request;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-door-'));
  const lines: string[] = [];
  try {
    const choices = {
      param: pairs(params),
      query: pairs(query),
      form: pairs(form, (file) => {
        const kept = path.join(folder, file.name);
        writeFileSync(kept, file.text);
        return `@${kept}`;
      }),
      ...(body === undefined ? {} : { body: '-' }),
    };
    const exit = await runCall(
      { actor: operatorOf(api), operationId, choices },
      { input: () => JSON.stringify(body), out: () => undefined, err: (line) => lines.push(line) },
    );
    if (exit === 0) return null;
    const text = lines.join('\n');
    const [, ruleId = null, code = 'none'] = /^Rule ([\w-]+), (\w+)$/m.exec(text) ?? [];
    return { text, ruleId, code, answer: `exit ${exit}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const operatorOf = ({ workspaceId }: TestApi) =>
  ({ workspaceId, role: 'owner', name: 'command line', via: 'command', userId: null, keyId: null }) as const;

type FormValue = string | { readonly name: string; readonly text: string };

function formOf(form: Readonly<Record<string, FormValue>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    data.append(name, typeof value === 'string' ? value : new File([value.text], value.name));
  }
  return data;
}

function pairs(
  values: Readonly<Record<string, FormValue>>,
  keep: (file: Exclude<FormValue, string>) => string = ({ text }) => text,
): string[] {
  return Object.entries(values).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : keep(value)}`,
  );
}

export const DOORS = { API: throughApi, page: throughPage, 'command line': throughCommand } as const;
export type DoorName = keyof typeof DOORS;
export const DOOR_NAMES = Object.keys(DOORS) as DoorName[];

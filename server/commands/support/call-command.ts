import { readFileSync } from 'node:fs';
import path from 'node:path';
import { API_OPERATIONS } from '@/lib/contracts/api';
import type { Operation } from '@/lib/contracts/operation';
import type { Problem } from '@/lib/contracts/problem';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { callAs, type OperationCall, operationNamed } from '@/server/operations/call-operation';

/**
 * `waggle call <operation>`: any operation of the API on the command line, through its own route handler, as
 * the operator. The answer is printed to stdout; a refusal's sentence, rule and steps are printed to stderr,
 * word for word as in the API and the pages. Knows no operation by name, so a new one needs no change here.
 */
export interface CallChoices {
  /** Each as name=value; a name may be repeated in a query. */
  readonly param?: readonly string[];
  readonly query?: readonly string[];
  /** A file with JSON; "-" reads stdin. */
  readonly body?: string;
  /** Fields of a form, each as name=value, or name=@file for a file's content. */
  readonly form?: readonly string[];
}

export interface CommandStreams {
  readonly input: () => string;
  readonly out: (text: string | Uint8Array) => void;
  readonly err: (line: string) => void;
}

/** The exit code: 0 if done, 1 if refused. */
export async function runCall(
  asked: { readonly actor: Actor; readonly operationId: string; readonly choices: CallChoices },
  streams: CommandStreams,
): Promise<0 | 1> {
  const operation = operationNamed(asked.operationId);
  const response = await callAs(asked.actor, operation, callOf(operation, asked.choices, streams));
  if (!response.ok) {
    for (const line of problemLines((await response.json()) as Problem)) streams.err(line);
    return 1;
  }
  for await (const chunk of response.body ?? []) streams.out(chunk);
  if (response.headers.get('content-type')?.includes('json')) streams.out('\n');
  return 0;
}

/** The operations with their parameters, a line each. */
export function operationLines(): string[] {
  return API_OPERATIONS.map(({ id, method, path: address, summary }) =>
    [id, method, address, summary].join('\t'),
  );
}

/** The sentence, then the rule, the next steps, and each faulty field. */
export function problemLines(problem: Problem): string[] {
  const rule = problem.ruleId === null ? '' : `Rule ${problem.ruleId}, `;
  return [
    problem.detail,
    `${rule}${problem.code}`,
    ...problem.howToProceed.map((step) => `- ${step}`),
    ...problem.fields.map((field) => `${field.path}: ${field.message}`),
  ];
}

function callOf(operation: Operation, choices: CallChoices, streams: CommandStreams): OperationCall {
  const body = bodyOf(operation, choices, streams);
  return {
    params: Object.fromEntries((choices.param ?? []).map(pairOf)),
    query: new URLSearchParams((choices.query ?? []).map(pairOf)),
    ...(body === undefined ? {} : { body }),
  };
}

function bodyOf({ bodyType }: Operation, { body, form }: CallChoices, { input }: CommandStreams) {
  if (bodyType === 'multipart') return formOf(form ?? []);
  if (body === undefined) return undefined;
  return body === '-' ? input() : readFileSync(body, 'utf8');
}

function formOf(pairs: readonly string[]): FormData {
  const form = new FormData();
  for (const [name, value] of pairs.map(pairOf)) {
    if (value.startsWith('@')) form.append(name, fileOf(value.slice(1)));
    else form.append(name, value);
  }
  return form;
}

const fileOf = (file: string) => new File([readFileSync(file)], path.basename(file));

function pairOf(text: string): [string, string] {
  const cut = text.indexOf('=');
  if (cut > 0) return [text.slice(0, cut), text.slice(cut + 1)];
  throw new AppError('INPUT_INVALID', `"${text}" is not of the form name=value.`, {
    howToProceed: ['Write --param name=value, --query name=value or --form name=value.'],
  });
}

import { addressOf } from '@/lib/contracts/operation-address';
import { curlOf, inShell } from '../curl';
import type { PageRequest } from './page-request';

/** A request as code to paste. It holds the name of a variable in place of the API key, never the secret. */
export interface Language {
  readonly key: string;
  readonly name: string;
  /** Where it runs, and what it asks of there. */
  readonly note: string;
  readonly codeOf: (request: PageRequest, origin: string) => string;
}

const WITH_KEY = 'The variable WAGGLE_KEY holds an API key.';

export const LANGUAGES: readonly Language[] = [
  { key: 'curl', name: 'curl', note: WITH_KEY, codeOf: curlCode },
  {
    key: 'typescript',
    name: 'TypeScript',
    note: `${WITH_KEY} Nothing to install: Node has fetch.`,
    codeOf: typescriptCode,
  },
  {
    key: 'python',
    name: 'Python',
    note: `${WITH_KEY} Nothing to install: the standard library is enough.`,
    codeOf: pythonCode,
  },
  {
    key: 'command',
    name: 'Command line',
    note: 'In the folder of this Waggle, on the machine that it runs on. It takes no key and asks as an owner.',
    codeOf: commandCode,
  },
];

/** Path and query, without the host. */
export const pathOf = ({ operation, params, query }: PageRequest): string =>
  addressOf(operation.path, params, query);

const urlOf = (request: PageRequest, origin: string) => `${origin}${pathOf(request)}`;

function curlCode(request: PageRequest, origin: string): string {
  return curlOf({ url: inShell(urlOf(request, origin)), key: 'WAGGLE_KEY' });
}

function typescriptCode(request: PageRequest, origin: string): string {
  return `const response = await fetch(${inCode(urlOf(request, origin))}, {
  headers: { Authorization: 'Bearer ' + process.env.WAGGLE_KEY },
});
if (!response.ok) throw new Error(await response.text());
const answer = await response.json();`;
}

function pythonCode(request: PageRequest, origin: string): string {
  return `import json, os, urllib.request

request = urllib.request.Request(
    ${inCode(urlOf(request, origin))},
    headers={"Authorization": "Bearer " + os.environ["WAGGLE_KEY"]},
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)`;
}

function commandCode({ operation, params, query }: PageRequest): string {
  const given = (option: string, values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([name, value]) => `${option} ${inShell(`${name}=${value}`)}`);
  return [
    `npm run -s waggle -- call ${operation.id}`,
    ...given('--param', params),
    ...given('--query', query),
  ].join(' \\\n  ');
}

/** Text as a string literal: TypeScript and Python read a JSON string as the same text. */
export const inCode = (text: string): string => JSON.stringify(text);

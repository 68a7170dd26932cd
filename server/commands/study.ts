/**
 * `npm run study -- --train train.jsonl --held-out val.jsonl --out study --endpoint https://api.example.com/v1 --model m`:
 * serial, naive, Combee and the controller's choice, three seeds each, against any OpenAI-compatible endpoint (its key from
 * the variable that `--key-env` names, WAGGLE_STUDY_KEY unless told otherwise; a header's value by `--header name=VARIABLE`).
 * Without --endpoint it rehearses on the practice model, which says nothing of a real one.
 *
 * First it writes `protocol.json` and prints its hash: publish that before the runs end. The same command goes on where it
 * was interrupted. At the end `study.tar.gz` holds manifests, journals, ledgers, examples and results, and no key.
 *
 * `npm run study -- replay study/study.tar.gz` runs every run again from its journal, without a key, and reckons the table
 * again; it fails where a byte was changed.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '@/lib/errors/app-error';
import { freePort } from '@/server/config/ports';
import { makeLedgerPool } from '@/server/ledger/pool';
import { packStudy, resultsOf } from './study/bundle';
import { collectStudy } from './study/collect';
import { conductStudy, type Endpoint, type Progress } from './study/conduct';
import {
  fileHash,
  PRIMARY_OUTCOME,
  protocolHash,
  STUDY_ARMS,
  type StudyProtocol,
  sameStudy,
  studyProtocol,
} from './study/protocol';
import { replayStudy } from './study/replay-study';
import { studyMarkdown } from './study/results';
import { apiClient } from './support/api-client';
import { startOwnInstance } from './support/own-instance';
import { unreadableFile } from './support/readable-files';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    train: { type: 'string' },
    'held-out': { type: 'string' },
    out: { type: 'string', default: 'study' },
    preset: { type: 'string', default: 'formula' },
    counts: { type: 'string', default: 'train=250,selection=100,confirmation=150' },
    endpoint: { type: 'string' },
    model: { type: 'string' },
    proposer: { type: 'string' },
    'key-env': { type: 'string', default: 'WAGGLE_STUDY_KEY' },
    header: { type: 'string', multiple: true, default: [] },
    'context-tokens': { type: 'string', default: '128000' },
    method: { type: 'string', default: 'ace' },
    size: { type: 'string', default: '80' },
    seeds: { type: 'string', default: '1,2,3' },
    epochs: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '64' },
    margin: { type: 'string', default: '1' },
  },
});

const done = positionals[0] === 'replay' ? replay(positionals[1]) : study();
done.catch((error: unknown) => {
  console.error(AppError.is(error) ? error.userMessage : error);
  process.exitCode = 1;
});

async function replay(file: string | undefined): Promise<void> {
  const fault = unreadableFile([file ?? 'study.tar.gz']);
  if (fault !== null) throw new AppError('INPUT_INVALID', fault);
  const bundle = readFileSync(file ?? 'study.tar.gz');
  const { runs, faults, study, results } = await replayStudy(bundle);
  for (const { name, isSame } of runs) console.log(`${name}: ${isSame ? 'same hash' : 'DIFFERENT'}`);
  console.log(`\n${studyMarkdown(results.table, study.protocol)}`);
  for (const deviation of study.deviations) console.log(`Deviation: ${deviation}`);
  console.log(`\nprotocol ${results.protocolHash}\nbundle   ${fileHash(bundle)}`);
  if (faults.length > 0) throw new AppError('INPUT_INVALID', faults.join('\n'));
  console.log(`${runs.length} runs replayed to the same hash; the table follows from them.`);
}

async function study(): Promise<void> {
  const { train, 'held-out': heldOut, out } = values;
  if (!train || !heldOut) {
    throw new AppError(
      'INPUT_INVALID',
      'Name both files: npm run study -- --train a.jsonl --held-out b.jsonl',
    );
  }
  const fault = unreadableFile([train, heldOut]);
  if (fault !== null) throw new AppError('INPUT_INVALID', fault);
  mkdirSync(out, { recursive: true });
  const protocol = registered(out, protocolOf(train, heldOut));
  console.log(`protocol ${protocolHash(protocol)} in ${path.join(out, 'protocol.json')}`);
  const endpoint = endpointOf();
  const instance = path.resolve(out, 'instance');
  // The folder is removed at the end, so it has to be the study's own.
  if (existsSync(instance) && !existsSync(path.join(out, 'progress.json')))
    throw new AppError(
      'INPUT_INVALID',
      `The folder ${instance} exists already and belongs to no study: move it away, or choose another folder with --out.`,
    );
  const { load, save } = notes(path.join(out, 'progress.json'));
  save({ ...load(), practicePort: load().practicePort ?? (await freePort()) });
  const own = await startOwnInstance(environment(load(), endpoint), instance);
  try {
    const api = apiClient(own.baseUrl, await own.createKey());
    const files = { train, heldOut };
    const ended = await conductStudy({
      api,
      protocol,
      files,
      endpoint,
      load,
      save,
      say: (line) => console.log(line),
    });
    await pack(
      out,
      protocol,
      { ...ended, deviations: deviationsOf(ended) },
      { endpoint, url: own.databaseUrl() },
    );
  } finally {
    await own.stop();
  }
  // The folder holds the endpoint's key, encrypted; all results are in the bundle.
  rmSync(instance, { recursive: true, force: true });
}

async function pack(
  out: string,
  protocol: StudyProtocol,
  progress: Progress,
  { endpoint, url }: { readonly endpoint: Endpoint | null; readonly url: string },
): Promise<void> {
  const pool = makeLedgerPool(url, 2);
  try {
    const collected = await collectStudy(pool, { protocol, ...progress });
    const secrets = endpoint ? [endpoint.apiKey ?? '', ...Object.values(endpoint.headers)] : [];
    const bundle = packStudy(collected, secrets);
    const file = path.join(out, 'study.tar.gz');
    writeFileSync(file, bundle);
    console.log(`\n${studyMarkdown(resultsOf(collected).table, protocol)}`);
    for (const deviation of collected.deviations) console.log(`Deviation: ${deviation}`);
    console.log(`\n${file}: ${bundle.length} bytes, sha256 ${fileHash(bundle)}`);
  } finally {
    await pool.end();
  }
}

function deviationsOf({ deviations, resumed }: Progress): string[] {
  return resumed === 0
    ? [...deviations]
    : [...deviations, `The study was interrupted and resumed ${resumed} times.`];
}

/** An existing protocol was registered before: it is kept, and different settings are refused. */
function registered(out: string, wanted: StudyProtocol): StudyProtocol {
  const file = path.join(out, 'protocol.json');
  if (!existsSync(file)) {
    writeFileSync(file, `${JSON.stringify(wanted, null, 2)}\n`);
    return wanted;
  }
  const known = studyProtocol.parse(JSON.parse(readFileSync(file, 'utf8')));
  if (sameStudy(known, wanted)) return known;
  throw new AppError('STATE_CONFLICT', `${file} registers another study: name another folder with --out.`);
}

function protocolOf(train: string, heldOut: string): StudyProtocol {
  const model = values.model ?? 'practice-task';
  return studyProtocol.parse({
    version: 1,
    registeredAt: new Date().toISOString(),
    data: {
      preset: values.preset,
      train: { name: path.basename(train), sha256: fileHash(readFileSync(train)) },
      heldOut: { name: path.basename(heldOut), sha256: fileHash(readFileSync(heldOut)) },
      counts: countsOf(values.counts),
    },
    endpoint: {
      practice: values.endpoint === undefined,
      origin: values.endpoint === undefined ? 'practice model' : new URL(values.endpoint).origin,
      model,
      proposer: values.proposer ?? (values.endpoint === undefined ? 'practice-proposer' : model),
    },
    method: values.method,
    arms: [...STUDY_ARMS],
    batchSize: Number(values.size),
    seeds: values.seeds.split(',').map(Number),
    epochs: Number(values.epochs),
    lanes: Number(values.lanes),
    margin: Number(values.margin) / 100,
    primaryOutcome: PRIMARY_OUTCOME,
  });
}

function countsOf(text: string): Record<string, number> {
  return Object.fromEntries(
    text.split(',').map((pair) => [pair.split('=')[0] ?? '', Number(pair.split('=')[1])]),
  );
}

function endpointOf(): Endpoint | null {
  if (values.endpoint === undefined) return null;
  if (values.model === undefined) throw new AppError('INPUT_INVALID', 'Name the model: --model.');
  const headers = values.header.map((pair) => {
    const [name = '', variable = ''] = pair.split('=');
    return [name, process.env[variable] ?? ''] as const;
  });
  return {
    baseUrl: values.endpoint,
    apiKey: process.env[values['key-env']] ?? null,
    headers: Object.fromEntries(headers),
    contextTokens: Number(values['context-tokens']),
  };
}

/** An endpoint given on this machine's command line may be on the machine itself. */
function environment({ practicePort }: Progress, endpoint: Endpoint | null): Record<string, string> {
  return {
    WAGGLE_REQUESTS_PER_MINUTE: '100000',
    LOG_LEVEL: 'error',
    WAGGLE_PRACTICE_PORT: String(practicePort),
    ...(endpoint ? { WAGGLE_ALLOWED_ADDRESSES: new URL(endpoint.baseUrl).host } : {}),
  };
}

function notes(file: string): { load: () => Progress; save: (progress: Progress) => void } {
  const read = (): Progress | null =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Progress) : null;
  const before = read();
  let known: Progress = before
    ? { ...before, resumed: before.resumed + 1 }
    : { resumed: 0, runs: {}, deviations: [] };
  return {
    load: () => known,
    save(progress) {
      known = progress;
      writeFileSync(file, `${JSON.stringify(progress, null, 2)}\n`);
    },
  };
}

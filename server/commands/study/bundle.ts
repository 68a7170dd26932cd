import type { Example } from '@/lib/domain/example';
import type { JsonValue } from '@/lib/domain/json';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { SplitName } from '@/lib/domain/split';
import { AppError } from '@/lib/errors/app-error';
import type { AnswerRecord } from '@/lib/ports/journal';
import { type Files, packed, unpacked } from './archive';
import { protocolHash, runName, type StudyArm, type StudyProtocol, studyProtocol } from './protocol';
import { factsOf, type StudyTable, studyTable } from './results';

/**
 * The result of a study, as files:
 *
 *     protocol.json               registered before the first call
 *     examples.jsonl              {split, ...example}, a line each, in the order of the runs
 *     runs/<arm>-seed-<n>/        run.json {arm, seed, runHash, manifest}
 *                                 journal.jsonl {key, answer} or {key, decision}
 *                                 ledger.jsonl  one entry a line
 *     results.json                {protocolHash, codeVersion, table, times, deviations}
 *     files.json                  sha256 of every other file
 *
 * Everything that a replay needs and no secret: no key, no header, no address beyond the origin.
 */
export interface Study {
  readonly protocol: StudyProtocol;
  readonly examples: Readonly<Record<SplitName, readonly Example[]>>;
  readonly runs: readonly RecordedRun[];
  readonly codeVersion: string;
  /** Every departure from the protocol, a sentence each. */
  readonly deviations: readonly string[];
}

export interface RecordedRun {
  readonly arm: StudyArm;
  readonly seed: number;
  readonly runHash: string;
  readonly manifest: RunManifest;
  readonly answers: ReadonlyMap<string, AnswerRecord>;
  readonly decisions: ReadonlyMap<string, JsonValue>;
  readonly ledger: readonly LedgerEntry[];
}

export interface StudyResults {
  readonly protocolHash: string;
  readonly codeVersion: string;
  readonly table: StudyTable;
  /** Measured learning time of each run in ms: the one part that cannot be replayed. */
  readonly times: Readonly<Record<string, number>>;
  readonly deviations: readonly string[];
}

export function resultsOf({ protocol, runs, codeVersion, deviations }: Study): StudyResults {
  return {
    protocolHash: protocolHash(protocol),
    codeVersion,
    table: studyTable(
      protocol,
      runs.map(({ arm, seed, manifest, ledger }) => ({ arm, seed, manifest, facts: ledger })),
    ),
    times: Object.fromEntries(runs.map((run) => [runName(run.arm, run.seed), learningMs(run)])),
    deviations,
  };
}

function learningMs({ ledger }: RecordedRun): number {
  const closed = factsOf(ledger, 'iteration.closed');
  return Math.round(closed.reduce((sum, { measured }) => sum + (measured.learningMs ?? 0), 0));
}

/** @throws AppError INVARIANT_BROKEN if the bundle would contain a secret; nothing is packed then. */
export function packStudy(study: Study, secrets: readonly string[]): Uint8Array {
  const files = new Map<string, Uint8Array>();
  const write = (name: string, text: string) => files.set(name, new TextEncoder().encode(text));
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const lines = (values: Iterable<unknown>) =>
    Array.from(values, (value) => `${JSON.stringify(value)}\n`).join('');
  write('protocol.json', json(study.protocol));
  write('results.json', json(resultsOf(study)));
  const examples = Object.entries(study.examples).flatMap(([split, list]) =>
    list.map((one) => ({ split, ...one })),
  );
  write('examples.jsonl', lines(examples));
  for (const { arm, seed, runHash, manifest, answers, decisions, ledger } of study.runs) {
    const folder = `runs/${runName(arm, seed)}`;
    write(`${folder}/run.json`, json({ arm, seed, runHash, manifest }));
    const answered = [...answers].sort(byKey).map(([key, answer]) => ({ key, answer }));
    const decided = [...decisions].sort(byKey).map(([key, decision]) => ({ key, decision }));
    write(`${folder}/journal.jsonl`, lines([...answered, ...decided]));
    write(`${folder}/ledger.jsonl`, lines(ledger));
  }
  assertNoSecret(files, secrets);
  return packed(files);
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

/** A provider may repeat a key in the text of its refusal, which is journaled. */
function assertNoSecret(files: Files, secrets: readonly string[]): void {
  for (const [name, content] of files) {
    const text = Buffer.from(content);
    if (secrets.some((secret) => secret !== '' && text.includes(secret))) {
      throw new AppError(
        'INVARIANT_BROKEN',
        `The file ${name} would hold a key or a header's value: nothing was packed.`,
      );
    }
  }
}

/** @throws AppError INPUT_INVALID if the bundle was changed after packing. */
export function unpackStudy(bundle: Uint8Array): { readonly study: Study; readonly results: StudyResults } {
  const files = unpacked(bundle);
  const text = (name: string) => new TextDecoder().decode(files.get(name) ?? new Uint8Array());
  const lines = <T>(name: string): T[] =>
    text(name)
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]));
  const results = JSON.parse(text('results.json')) as StudyResults;
  const examples: Record<SplitName, Example[]> = { train: [], selection: [], heldOut: [], confirmation: [] };
  for (const { split, ...example } of lines<Example & { split: SplitName }>('examples.jsonl'))
    examples[split].push(example);
  const folders = [...files.keys()].flatMap((name) => /^(runs\/[^/]+)\/run\.json$/.exec(name)?.[1] ?? []);
  const runs = folders.map((folder): RecordedRun => {
    const run = JSON.parse(text(`${folder}/run.json`)) as Pick<
      RecordedRun,
      'arm' | 'seed' | 'runHash' | 'manifest'
    >;
    const journal = lines<JournalLine>(`${folder}/journal.jsonl`);
    return {
      ...run,
      answers: new Map(journal.flatMap((line) => ('answer' in line ? [[line.key, line.answer]] : []))),
      decisions: new Map(journal.flatMap((line) => ('decision' in line ? [[line.key, line.decision]] : []))),
      ledger: lines<LedgerEntry>(`${folder}/ledger.jsonl`),
    };
  });
  const protocol = studyProtocol.parse(JSON.parse(text('protocol.json')));
  const { codeVersion, deviations } = results;
  return { study: { protocol, examples, runs, codeVersion, deviations }, results };
}

type JournalLine =
  | { readonly key: string; readonly answer: AnswerRecord }
  | { readonly key: string; readonly decision: JsonValue };

import { isList, isObject, objectOf, objectsOf } from '@/lib/dialects/read-json';
import type { AssembledTrace, TraceScore, TraceSource } from '@/lib/domain/collected-trace';
import type { JsonObject } from '@/lib/domain/json';
import type { TraceRecord } from '@/lib/domain/trace-span';
import { AppError } from '@/lib/errors/app-error';
import { assembleTrace } from '../assemble-trace';
import { readOtlp } from '../otlp/read-otlp';
import { readOpenAiAgents } from '../read-openai-agents';
import { type DocumentKind, documentKind, KINDS } from './document-kind';
import { langfuseNote, langfuseScores, observationSpan } from './read-langfuse';
import { readSessionLog } from './read-session-log';
import { readAtif, readConversation, readSwe, readTauRecord, type Told } from './read-told';
import { entriesOf, type PlacedDocument, splitDocuments } from './split-documents';
import { withoutBeginnings } from './without-beginnings';

export interface TraceFile {
  readonly traces: readonly AssembledTrace[];
  /** How many documents of each format it holds, in the words of `KINDS`. */
  readonly saw: Readonly<Record<string, number>>;
  /** A sentence for each part that was left out, with its line and its field. */
  readonly problems: readonly string[];
}

const PROBLEMS_MAX = 100;

/**
 * The traces of a file: one JSON document, a list of them, or one a line, each in any format that is known. Spans of one
 * trace may be spread over the file. Damaged and unknown parts are named and left out.
 *
 * @throws AppError IMPORT_REJECTED where nothing in it is a trace
 */
export function readTraceFile(text: string): TraceFile {
  const { documents, problems } = splitDocuments(text);
  const reading = new TraceFileReading(problems);
  for (const placed of documents) reading.take(placed);
  return reading.finish();
}

class TraceFileReading {
  private readonly told: AssembledTrace[] = [];
  private readonly records = new Map<
    string,
    { readonly source: TraceSource; readonly records: TraceRecord[] }
  >();
  private readonly scores = new Map<string, TraceScore[]>();
  private readonly session: JsonObject[] = [];
  private readonly saw = new Map<DocumentKind, number>();
  private readonly problems: string[];

  constructor(problems: readonly string[]) {
    this.problems = [...problems];
  }

  take(placed: PlacedDocument): void {
    const { document, place } = placed;
    const kind = documentKind(document);
    if (kind !== null) {
      this.saw.set(kind, (this.saw.get(kind) ?? 0) + 1);
      this.takeKnown(kind, placed);
    } else if (isList(document)) for (const entry of entriesOf(placed)) this.take(entry);
    else if (isObject(document) && isList(document.data ?? document.traces))
      this.take({ document: document.data ?? document.traces ?? null, place });
    else this.fault(place, unknown(placed));
  }

  finish(): TraceFile {
    if (this.session.length > 0) this.takeTold('', readSessionLog(this.session));
    const spans = [...this.records].map(([id, { source, records }]) => {
      const trace = assembleTrace(records, source);
      return { ...trace, scores: [...trace.scores, ...(this.scores.get(id) ?? [])] };
    });
    const traces = [...spans, ...withoutBeginnings(this.told)];
    if (traces.length === 0)
      throw new AppError('IMPORT_REJECTED', `The file holds no trace. ${this.problems[0] ?? 'It is empty.'}`);
    const saw = [...this.saw].map(([kind, count]) => [KINDS[kind], count] as const);
    return { traces, saw: Object.fromEntries(saw), problems: this.problems.slice(0, PROBLEMS_MAX) };
  }

  private takeKnown(kind: DocumentKind, { document, place }: PlacedDocument): void {
    const body = objectOf(document);
    if (kind === 'otlp') this.takeOtlp(body, place);
    else if (kind === 'openaiAgents') {
      const { records, reason } = readOpenAiAgents(body);
      this.takeRecords(records, 'openaiAgents');
      if (reason !== '') this.fault(place, reason);
    } else if (kind === 'langfuseTrace') this.takeLangfuse(body, place);
    else if (kind === 'langfuseObservation') this.takeObservation(body, String(body.traceId), place);
    else if (kind === 'sessionEntry') this.session.push(body);
    else if (kind === 'tauFile')
      for (const [index, one] of objectsOf(body.simulations).entries())
        this.takeTold(`${place && `${place}, `}simulation ${index + 1}`, readTauRecord(one, body));
    else if (kind === 'tau') this.takeTold(place, readTauRecord(body));
    else if (kind === 'atif') this.takeTold(place, readAtif(body));
    else this.takeTold(place, kind === 'sweAgent' ? readSwe(body) : readConversation(document));
  }

  private takeTold(place: string, told: Told): void {
    if ('trace' in told) this.told.push(told.trace);
    for (const problem of 'trace' in told ? told.problems : [`${told.fault}.`]) this.fault(place, problem);
  }

  private takeOtlp(document: JsonObject, place: string): void {
    const body = new TextEncoder().encode(JSON.stringify(document));
    try {
      for (const signal of ['traces', 'logs'] as const) {
        const { records, reason } = readOtlp({ signal, encoding: 'json', body });
        this.takeRecords(records, 'otlp');
        if (reason !== '') this.fault(place, reason);
      }
    } catch (error) {
      if (!AppError.is(error, 'INPUT_INVALID')) throw error;
      this.fault(place, error.message);
    }
  }

  private takeLangfuse(trace: JsonObject, place: string): void {
    const note = langfuseNote(trace);
    this.takeRecords([note], 'langfuse');
    this.scores.set(note.traceId, langfuseScores(trace.scores));
    for (const [index, one] of objectsOf(trace.observations).entries())
      this.takeObservation(one, note.traceId, `${place && `${place}, `}observation ${index + 1}`);
  }

  private takeObservation(observation: JsonObject, traceId: string, place: string): void {
    const span = observationSpan(observation, traceId);
    if (span === null) this.fault(place, 'the field "startTime" holds no time.');
    else this.takeRecords([span], 'langfuse');
  }

  private takeRecords(records: readonly TraceRecord[], source: TraceSource): void {
    for (const record of records) {
      const known = this.records.get(record.traceId);
      if (known === undefined) this.records.set(record.traceId, { source, records: [record] });
      else known.records.push(record);
    }
  }

  private fault(place: string, sentence: string): void {
    const whole = place === '' ? sentence : `${place}: ${sentence}`;
    this.problems.push(whole.charAt(0).toUpperCase() + whole.slice(1));
  }
}

function unknown({ document }: PlacedDocument): string {
  if (!isObject(document)) return 'the value is no object, so it is no trace.';
  const fields = Object.keys(document)
    .slice(0, 8)
    .map((name) => `"${name.slice(0, 40)}"`);
  const seen = fields.length === 0 ? 'an empty object' : `an object with the fields ${fields.join(', ')}`;
  return `it is ${seen}, and no format that is known.`;
}

import type { JsonValue } from '@/lib/domain/json';
import type { TraceFormat } from '@/lib/domain/rollout-documents';
import type { Trajectory } from '@/lib/domain/trajectory';
import { importAtif } from '@/lib/trajectory/atif-import';
import { readMessages } from './read-messages';
import { readSweAgent } from './read-swe-agent';
import { readTau } from './read-tau';
import { type ToldConversation, trajectoryOfMessages } from './trajectory-of-messages';

/** A trace that an agent recorded itself. */
export interface ToldTrace {
  readonly format: TraceFormat;
  /** As it was parsed from JSON. */
  readonly document: JsonValue;
  /** The agent that ran, where the document names none. */
  readonly agent: ToldConversation['agent'];
}

const READERS: Readonly<
  Record<Exclude<TraceFormat, 'atif'>, (document: JsonValue) => Omit<ToldConversation, 'agent'> | null>
> = { messages: readMessages, sweAgent: readSweAgent, tau: readTau };

/** Null where the document is none of its format, or holds no step. */
export function readTrace({ format, document, agent }: ToldTrace): Trajectory | null {
  const told = format === 'atif' ? null : READERS[format](document);
  const read =
    format === 'atif' ? importAtif(document).trajectory : told && trajectoryOfMessages({ ...told, agent });
  return read !== null && read.steps.length > 0 ? read : null;
}

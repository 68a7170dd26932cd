import { createHash } from 'node:crypto';
import type { DialectReader } from '@/lib/dialects/dialect';
import { READERS } from '@/lib/dialects/known-dialects';
import { parsedObject } from '@/lib/dialects/read-json';
import { AppError } from '@/lib/errors/app-error';
import { logOf } from '@/server/observability/log';
import type { Answer } from '../exchange';
import { CallOutput } from './call-output';
import type { LiveAttempt } from './live-attempt';
import { passOn } from './pass-on';
import type { AskedCall, ProxyParts } from './proxy-parts';
import { sendCall } from './send-call';
import { REFUSALS, type RefusedCall, refusal, type WrittenCall, writeCall } from './write-call';

/**
 * One model call of an agent: refused, joined to the same call that is under way, or written, sent and passed back as it
 * comes. It is written before it is sent, so a crash leaves its reservation in the books.
 */
export async function proxyCall(parts: ProxyParts, attempt: LiveAttempt, call: AskedCall): Promise<Answer> {
  const reader = READERS[call.dialect];
  const { model } = attempt.row.order;
  const asked = parsedObject(call.text);
  if (model === null || asked === null)
    return refusal(reader, 400, 'invalid_body', 'The body has to be a JSON object.');
  if (attempt.next >= attempt.row.order.limits.modelCalls + REFUSED_MAX)
    return refusal(reader, 400, 'budget', REFUSALS.modelCalls);
  const digest = createHash('sha256').update(`${call.address}\n`).update(call.bytes).digest('hex');
  const ordinal = attempt.next;
  const { retryOf, isTracked, joined } = arrivalOf(attempt, digest, ordinal);
  if (joined) return answerFrom(joined, call.asking);
  attempt.next += 1;
  const output = new CallOutput();
  attempt.outputs.set(ordinal, output);
  const answer = answerFrom(output, call.asking);
  writeCall(parts, attempt, { ...call, model, asked, reader, digest, ordinal, retryOf, output })
    .then((written) => carry(parts, attempt, output, written))
    .catch((error: unknown) => {
      tellFault(output, reader, error);
      return false;
    })
    .then((isAnswered) => {
      if (isTracked) attempt.retries.end(digest, ordinal, isAnswered);
      attempt.outputs.delete(ordinal);
    });
  return answer;
}

/** So many refused calls are written down; an agent that goes on is refused without a row. */
const REFUSED_MAX = 1_000;

interface ArrivedCall {
  readonly retryOf: number | null;
  /** False for a sample beside another one with the same body: both callers wait, so neither repeats the other. */
  readonly isTracked: boolean;
  readonly joined: CallOutput | null;
}

function arrivalOf({ retries, outputs }: LiveAttempt, digest: string, ordinal: number): ArrivedCall {
  const arrival = retries.arrive(digest, ordinal);
  if (arrival.kind === 'new') return { retryOf: null, isTracked: true, joined: null };
  if (arrival.kind === 'replaces') return { retryOf: arrival.ordinal, isTracked: true, joined: null };
  const output = outputs.get(arrival.ordinal);
  const isLeft = output !== undefined && !output.isAwaited && !output.isDelivered;
  if (isLeft && !output.isEnded) return { retryOf: null, isTracked: false, joined: output };
  return { retryOf: isLeft ? arrival.ordinal : null, isTracked: false, joined: null };
}

/** True where the agent got the model's reply. Not an async function: such a one would hold the written call to the end. */
function carry(
  parts: ProxyParts,
  attempt: LiveAttempt,
  output: CallOutput,
  written: WrittenCall | RefusedCall,
): boolean | Promise<boolean> {
  if (written.kind === 'written')
    return sendCall(parts, attempt, written).then((sent) => passOn(parts, attempt, sent));
  tell(output, written.answer);
  return true;
}

/** A refusal is delivered, but it is no reply of the model. */
function tell(output: CallOutput, { status, headers, body }: Answer): void {
  output.tell({ status, headers }, typeof body === 'string' ? body : '');
}

function tellFault(output: CallOutput, reader: DialectReader, error: unknown): void {
  const isInvalid = AppError.is(error) && error.code === 'INPUT_INVALID';
  if (!isInvalid) logOf('rollouts').error({ err: error }, 'A call of an agent broke.');
  const message = AppError.is(error) ? error.userMessage : 'The proxy cannot answer now. Try again.';
  tell(
    output,
    refusal(reader, isInvalid ? 400 : 503, isInvalid ? 'invalid_request' : 'unavailable', message),
  );
}

/** The call is awaited from here on, whether or not its first byte has come. */
async function answerFrom(output: CallOutput, { signal }: AskedCall['asking']): Promise<Answer> {
  const body = output.reader();
  const leave = () => void body.hangUp();
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  const { status, headers } = await output.head;
  return { status, headers, body };
}

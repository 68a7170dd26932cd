import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PracticeSettings, practiceSettingsIn } from '@/lib/domain/practice-settings';
import { AppError } from '@/lib/errors/app-error';
import { type CallSettings, settingsFromHeaders, UnreadableSetting } from './call-settings';
import {
  CHARACTERS_PER_TOKEN,
  type ChatAnswer,
  type ChatRequest,
  estimateTokens,
  PRACTICE_MODEL_IDS,
  type ReadCall,
} from './chat-protocol';
import { drawDelayMs, slowdown } from './delay';
import { type AttemptCounter, disturbedText, drawFault, type FaultKind } from './faults';
import { HttpFault, parseJson, readBody, sendEvents, sendJson } from './http-exchange';
import type { PracticeModel } from './practice-model';
import type { PracticeReply } from './reply-shape';

/** One model call: reply, delay and faults, all fixed by the request's bytes (and, for faults, its attempt). */
export interface ChatRouteParts {
  readonly model: PracticeModel;
  readonly attempts: AttemptCounter;
  readonly settings: CallSettings;
  /** Chat calls that wait or are answered at this moment. */
  readonly load: { inFlight: number };
}

const CHAT_BYTES_MAX = 16 * 2 ** 20;
/** The server's own pace in what it tells a refused client, before the time-scale. */
const RETRY_AFTER_MS = 2_000;

export async function handleModelCall(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ChatRouteParts,
  read: (body: unknown) => ReadCall,
): Promise<void> {
  const { settings, answering } = readSettings(request, parts.settings);
  const body = await readBody(request, CHAT_BYTES_MAX);
  const call = read(parseJson(body));
  const { chat } = call;
  assertModelServed(chat.model);

  const requestHash = hash('sha256', body, 'hex');
  const fault = nextFault(request, requestHash, { ...parts, settings });
  refuseAtOnce(fault, settings);

  const reply = parts.model.reply({ ...chat, settings: answering });
  const { timeScale } = settings;
  const answer = answerOf(chat, { requestHash, reply, fault, timeScale });
  parts.load.inFlight += 1;
  response.once('close', () => {
    parts.load.inFlight -= 1;
  });
  const drawnMs = drawDelayMs(requestHash, estimateTokens(reply.text), settings.delay);
  const delayMs = drawnMs * slowdown(parts.load.inFlight, settings.delay);
  const headers: Record<string, string> = { 'x-practice-delay-ms': delayMs.toFixed(3) };
  if (reply.note !== null) headers['x-practice-note'] = reply.note;

  const isStillThere = await waited(response, timeScale === null ? 0 : delayMs / timeScale);
  // A time-out never answers; the client's own patience ends it, or the server's end.
  if (!isStillThere || fault === 'time-out') return;
  if (chat.isStreamed) sendEvents(response, call.events(answer), headers);
  else sendJson(response, 200, call.whole(answer), headers);
}

interface ReadSettings {
  readonly settings: CallSettings;
  readonly answering: PracticeSettings;
}

function readSettings({ headers }: IncomingMessage, base: CallSettings): ReadSettings {
  try {
    return { settings: settingsFromHeaders(headers, base), answering: practiceSettingsIn(headers) };
  } catch (error) {
    if (!(error instanceof UnreadableSetting || AppError.is(error))) throw error;
    const fault = new HttpFault(400, 'invalid_setting', error.message);
    fault.cause = error;
    throw fault;
  }
}

function assertModelServed(model: string): void {
  if (PRACTICE_MODEL_IDS.some((id) => id === model)) return;
  const known = PRACTICE_MODEL_IDS.join(', ');
  throw new HttpFault(
    404,
    'model_not_found',
    `There is no model "${model.slice(0, 80)}" here; use one of ${known}.`,
  );
}

/** Attempts are told apart by the idempotency key, or by the request itself where it has none. */
function nextFault(request: IncomingMessage, requestHash: string, parts: ChatRouteParts): FaultKind | null {
  const { faultRate: rate, faultKinds: kinds } = parts.settings;
  if (rate === 0) return null;
  const key = request.headers['idempotency-key'];
  const attempt = parts.attempts.next(typeof key === 'string' ? key : requestHash);
  return drawFault({ requestHash, attempt, rate, kinds });
}

/** A refusal costs the server no thought, so it comes without the delay of an answer. */
function refuseAtOnce(fault: FaultKind | null, settings: CallSettings): void {
  if (fault === '500')
    throw new HttpFault(500, 'practice_fault', 'The practice model was told to fail here; try again.', {
      'x-practice-delay-ms': '0',
    });
  if (fault !== '429') return;
  const retryAfterMs = Math.max(20, Math.round(RETRY_AFTER_MS / (settings.timeScale ?? RETRY_AFTER_MS)));
  throw new HttpFault(
    429,
    'rate_limit_exceeded',
    'The practice model was told to refuse here; try again later.',
    {
      'x-practice-delay-ms': '0',
      'retry-after': String(Math.ceil(retryAfterMs / 1000)),
      'retry-after-ms': String(retryAfterMs),
    },
  );
}

interface Drafted {
  readonly requestHash: string;
  readonly reply: PracticeReply;
  readonly fault: FaultKind | null;
  readonly timeScale: number | null;
}

function answerOf(chat: ChatRequest, draft: Drafted): ChatAnswer {
  const { text, call } = draft.reply;
  const disturbed = disturbedText(text, draft.fault);
  const charactersMax = chat.tokensOutMax === null ? Infinity : chat.tokensOutMax * CHARACTERS_PER_TOKEN;
  const isCut = draft.fault === 'cut-off' || disturbed.length > charactersMax;
  return {
    requestHash: draft.requestHash,
    model: chat.model,
    text: disturbed.length > charactersMax ? disturbed.slice(0, charactersMax) : disturbed,
    finishReason: isCut ? 'length' : call ? 'tool_calls' : 'stop',
    tokensIn: chat.messages.reduce(
      (sum, message) => sum + estimateTokens(message.content),
      chat.tokensOfTools,
    ),
    // A reply that was cut off or emptied calls nothing any more.
    call: isCut || draft.fault !== null ? null : (call ?? null),
    timeScale: draft.timeScale,
  };
}

/** False when the client left meanwhile. */
function waited(response: ServerResponse, delayMs: number): Promise<boolean> {
  if (delayMs <= 0) return Promise.resolve(!response.destroyed);
  return new Promise((resolve) => {
    const leave = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      response.off('close', leave);
      resolve(true);
    }, delayMs);
    response.once('close', leave);
  });
}

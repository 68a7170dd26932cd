import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { RolloutJob, RolloutOutcome } from '@/lib/domain/rollout-documents';
import { toolDurationMs } from './durations';
import type { KeptWorlds } from './kept-worlds';
import { CHAT_TOOLS } from './tools';

/**
 * The agent of the back office: a loop of model and tools over one fresh world. All that it knows comes from the job and the
 * model's replies; the model is called at the job's address, so through the recording proxy.
 */
export interface Playing {
  readonly worlds: KeptWorlds;
  readonly signal: AbortSignal;
}

const STEPS_MAX = 16;

const completion = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        message: z.looseObject({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.looseObject({
                id: z.string(),
                function: z.looseObject({ name: z.string(), arguments: z.string() }),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  /** The practice model's pace, which the tools keep; another model has none, and tools then answer at once. */
  practice: z.looseObject({ time_scale: z.number().nullable() }).optional(),
});

const INSTRUCTIONS = `You are a clerk in the back office of a mail-order shop. Today is Monday, 16 March 2026.
Settle the ticket with your tools, then close it with close_ticket and give its receipt in your last message.`;

export async function playRollout(job: RolloutJob, { worlds, signal }: Playing): Promise<RolloutOutcome> {
  const head = { version: job.version, rolloutId: job.rolloutId, attempt: job.attempt };
  const { system = '' } = job.candidate.components;
  const world = worlds.start();
  const messages: object[] = [
    { role: 'system', content: `${INSTRUCTIONS}\n\n${system}`.trim() },
    { role: 'user', content: job.task.input.question },
  ];
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const asked = await askModel(job, messages, signal);
    if (!asked.ok) return { ...head, status: 'failed', error: asked.error };
    const [choice] = asked.reply.choices;
    const calls = choice?.message.tool_calls ?? [];
    const text = choice?.message.content ?? '';
    if (calls.length === 0) return { ...head, status: 'completed', output: { text } };
    messages.push({ role: 'assistant', content: text, tool_calls: calls });
    for (const { id, function: called } of calls) {
      const timeScale = asked.reply.practice?.time_scale ?? null;
      if (timeScale !== null) {
        const drawnMs = toolDurationMs(`${job.seed}/${job.task.input.question}/${step}/${called.name}`);
        await wait(drawnMs / timeScale, undefined, { signal });
      }
      const said = worlds.use(world, called.name, readArguments(called.arguments));
      messages.push({
        role: 'tool',
        tool_call_id: id,
        content: said?.text ?? '{"error":"The office is closed."}',
      });
    }
  }
  return { ...head, status: 'completed', output: { text: 'I gave up on the ticket.' } };
}

type Failed = Extract<RolloutOutcome, { status: 'failed' }>['error'];
type Asked =
  | { readonly ok: true; readonly reply: z.output<typeof completion> }
  | { readonly ok: false; readonly error: Failed };

async function askModel(
  { model, seed }: RolloutJob,
  messages: readonly object[],
  signal: AbortSignal,
): Promise<Asked> {
  if (model === undefined)
    return failed('agent', 'noModel', 'This agent needs the recording proxy: its job has no model.');
  const response = await fetch(`${model.openaiBaseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${model.apiKey}` },
    body: JSON.stringify({ model: model.name, seed, messages, tools: CHAT_TOOLS }),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return null;
  });
  if (response === null) return failed('infrastructure', 'unreachable', 'The model could not be reached.');
  const text = await response.text();
  if (!response.ok) {
    const kind = response.status >= 500 || response.status === 429 ? 'infrastructure' : 'agent';
    return failed(kind, `http${response.status}`, text.slice(0, 500));
  }
  const parsed = completion.safeParse(parsedOrNull(text));
  return parsed.success
    ? { ok: true, reply: parsed.data }
    : failed('agent', 'unreadable', 'The model gave no chat completion.');
}

const failed = (kind: Failed['kind'], code: string, message: string): Asked => ({
  ok: false,
  error: { kind, code, message },
});

/** Null where they cannot be read: the tool then says so. */
const readArguments = (text: string): unknown => parsedOrNull(text === '' ? '{}' : text);

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

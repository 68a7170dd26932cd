import type { Example } from '@/lib/domain/example';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { EvaluatorReply, Scored } from '@/lib/domain/score';
import type { ScoringSpec } from '@/lib/domain/scoring';
import type { Ask } from '@/lib/methods/method';
import type { EnvironmentOutcome, EnvironmentRequest } from '@/lib/ports/environment';
import type { ModelOutcome, ModelRequest } from '@/lib/ports/language-model';

/**
 * Scores an answer by a program of the worker's operator or by an HTTP evaluator. What a program says is an answer from outside like a
 * model's, so it goes the same way through the journal: the request is the JSON that the program reads, and it takes
 * a lane and what it reports to have cost, but no tokens. A replay and a resume never run a program again that has answered.
 *
 * Knows nothing of processes. A program that fails says nothing of the answer: its score is missing, never 0.
 */
export interface ProgramInput {
  /** The program's name, or the evaluator's address. */
  readonly command: string;
  readonly example: Example;
  readonly answer: string;
  readonly ordinal: number;
  readonly repetition: number;
  readonly ask: Ask;
}

export async function scoreByProgram(input: ProgramInput): Promise<Scored> {
  const { command, example, answer } = input;
  const { question, context, expected } = example;
  const request: EnvironmentRequest = { command, input: { question, context, answer, expected } };
  const asked = await input.ask({
    purpose: 'environment',
    ordinal: input.ordinal,
    repetition: input.repetition,
    subject: example.id,
    messages: [{ role: 'user', content: JSON.stringify(request) }],
    json: true,
  });
  if (!asked.outcome.ok) return { missing: asked.outcome.cause };
  const { score, objectives, sideInformation } = JSON.parse(asked.outcome.text) as EvaluatorReply;
  // A program sees every part of an answer, so only its full score is a right answer; a judge's half is generous.
  return {
    ...{ value: score, correct: score === 1, rightParts: score, totalParts: 1 },
    ...(objectives === undefined ? {} : { objectives }),
    ...(sideInformation === undefined ? {} : { sideInformation }),
  };
}

/** The score that a reply in the journal's shape says. */
export function scoreOfReply(text: string): number {
  return (JSON.parse(text) as EvaluatorReply).score;
}

/** The program's request, parsed from its message. */
export function programRequest(request: ModelRequest): EnvironmentRequest {
  return JSON.parse(request.messages[0]?.content ?? '') as EnvironmentRequest;
}

/** Outcome of a program, in the shape in which the journal keeps every answer. */
export function programOutcome(outcome: EnvironmentOutcome): ModelOutcome {
  const { delayMs, attempts = 1, awayMs = 0 } = outcome;
  const free = { tokensIn: 0, tokensOut: 0, delayMs, attempts, ...(awayMs > 0 ? { awayMs } : {}) };
  if (!outcome.ok) return { ok: false, cause: outcome.cause, ...free };
  const { score, notes, objectives, sideInformation, costUsd } = outcome;
  const text = JSON.stringify({ score, notes, objectives, sideInformation });
  return {
    ok: true,
    text,
    finishReason: 'stop',
    tokensCached: 0,
    usageReported: true,
    ...free,
    ...(costUsd === undefined ? {} : { reportedUsd: costUsd }),
  };
}

/** How its calls name an evaluator outside; null where a score comes from code or a judge. */
export function evaluatorName(scoring: ScoringSpec): string | null {
  if (scoring.kind === 'command') return scoring.command;
  return scoring.kind === 'http' ? scoring.url : null;
}

/** A program in the place of a model: it takes no tokens, has no price but what it reports, and keeps no accelerator busy. */
export function programBinding({ task, models }: Pick<RunManifest, 'task' | 'models'>): ModelBinding {
  return {
    ...models.evaluator,
    origin: 'program',
    model: evaluatorName(task.scoring) ?? '',
    temperature: 0,
    maxTokens: 0,
    usdPerMillionIn: null,
    usdPerMillionOut: null,
    usdPerMillionCached: null,
    tokensPerMinute: null,
    acceleratorsPerCall: 0,
    callTimeoutMs: 0,
  };
}

import { temperatureAt } from '@/lib/combee/diversity/temperature-at';
import { canonicalHash, contentHash } from '@/lib/domain/content-hash';
import type { DiversitySettings } from '@/lib/domain/diversity';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import { type ModelRole, ROLE_OF_PURPOSE } from '@/lib/domain/model-role';
import { utf8Bytes } from '@/lib/domain/utf8-bytes';
import { invariant } from '@/lib/errors/invariant';
import { agentBinding, isAgentCall, rolloutCeiling } from '@/lib/evaluation/agent-call';
import { artefactBinding, isArtefactCall } from '@/lib/evaluation/artefact';
import { programBinding } from '@/lib/evaluation/program';
import { isTraceCall, traceBinding } from '@/lib/evaluation/trace-call';
import type { AskRequest } from '@/lib/methods/method';
import { type CallKey, callKeyText } from '@/lib/ports/journal';
import type { ModelRequest } from '@/lib/ports/language-model';

export interface DescribedCall {
  readonly key: CallKey;
  readonly binding: ModelBinding;
  readonly request: ModelRequest;
  readonly subject: string;
  readonly promptBytes: number;
  /** The most that it may take, where that is pinned instead of following from its prompt. */
  readonly ceiling?: { readonly tokens: number; readonly usd: number };
}

/** Everything of a call that is fixed before dispatch: two equal descriptions have one key and one answer. */
export function describeCall(manifest: RunManifest, iteration: number, request: AskRequest): DescribedCall {
  const role = ROLE_OF_PURPOSE[request.purpose];
  const binding = bindingOf(manifest, request);
  const temperature = temperatureOf(manifest.diversity, iteration, role) ?? binding.temperature;
  const place = [manifest.runSeed, iteration, request.purpose, request.ordinal, request.repetition].join('/');
  // 31 bits, since some providers read the seed as a signed 32-bit number.
  const seed = Number.parseInt(contentHash(place).slice(0, 8), 16) >>> 1;
  const params = {
    origin: binding.origin,
    model: binding.model,
    temperature,
    maxTokens: binding.maxTokens,
    seed,
    json: request.json,
    // Left out where nothing is pinned, so that the keys of older runs stay what they were.
    ...(binding.practiceSettings ? { practiceSettings: binding.practiceSettings } : {}),
    ...(isAgentCall(manifest, request.purpose) ? { agent: manifest.agent?.hash } : {}),
  };
  const key: CallKey = {
    iteration,
    purpose: request.purpose,
    ordinal: request.ordinal,
    repetition: request.repetition,
    promptHash: contentHash(
      request.messages.map((message) => `${message.role}\n${message.content}`).join('\n\u0000\n'),
    ),
    paramsHash: canonicalHash(params),
  };
  const isAgents = isAgentCall(manifest, request.purpose);
  return {
    key,
    binding,
    ...(isAgents ? { ceiling: rolloutCeiling(manifest) } : {}),
    subject: request.subject,
    // A program reads no tokens, artefacts and traces reach no model, and an agent writes its own prompts.
    promptBytes:
      request.purpose === 'environment' ||
      isArtefactCall(manifest, request.purpose) ||
      isTraceCall(manifest, request.purpose) ||
      isAgents
        ? 0
        : request.messages.reduce((sum, message) => sum + utf8Bytes(message.content), 0),
    request: {
      role,
      purpose: request.purpose,
      ...(request.seat ? { seat: request.seat } : {}),
      messages: request.messages,
      temperature,
      maxTokens: binding.maxTokens,
      seed,
      json: request.json,
      idempotencyKey: idempotencyKeyOf(manifest.runSeed, callKeyText(key)),
    },
  };
}

function bindingOf(manifest: RunManifest, { purpose, seat }: AskRequest): ModelBinding {
  const { models, judging } = manifest;
  if (purpose === 'environment') return programBinding(manifest);
  if (isTraceCall(manifest, purpose)) return traceBinding(manifest);
  if (isArtefactCall(manifest, purpose)) return artefactBinding(manifest);
  if (isAgentCall(manifest, purpose)) return agentBinding(manifest);
  if (purpose !== 'judge' || seat === undefined || seat === 'evaluator')
    return models[ROLE_OF_PURPOSE[purpose]];
  const binding = seat === 'proxy' ? judging?.proxy : models.proposer;
  invariant(binding, 'A proxy judges only where the manifest names one.');
  return binding;
}

/** Only the proposer follows a schedule: answers and scores are taken at one temperature throughout. */
function temperatureOf(
  diversity: DiversitySettings | undefined,
  iteration: number,
  role: ModelRole,
): number | null {
  return role === 'proposer' && diversity ? temperatureAt(diversity.temperature, iteration) : null;
}

/** Two runs of one seed send the same; the first four parts of a key's text are its place. */
export function idempotencyKeyOf(runSeed: number, keyText: string): string {
  const place = [runSeed, ...keyText.split('/').slice(0, 4)].join('/');
  return contentHash(`${place}/${keyText}`).slice(0, 40);
}

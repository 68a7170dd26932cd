import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { CallPurpose } from '@/lib/domain/model-role';
import type { ModelOutcome, ModelRequest } from '@/lib/ports/language-model';
import { programBinding } from './program';

/** The calls that ask for an answer where the candidate itself is the answer (`methods/artefact`). */
export function isArtefactCall({ task }: Pick<RunManifest, 'task'>, purpose: CallPurpose): boolean {
  return task.artefact === true && (purpose === 'generate' || purpose === 'evaluate');
}

/** Binding of the candidate itself: no model is called, so its price is zero. */
export function artefactBinding(manifest: Pick<RunManifest, 'task' | 'models'>): ModelBinding {
  return {
    ...programBinding(manifest),
    ...{ origin: 'artefact', model: 'the candidate itself' },
    ...{ usdPerMillionIn: 0, usdPerMillionOut: 0, usdPerMillionCached: 0 },
  };
}

/** Outcome that returns the text of the call unchanged. */
export function artefactOutcome({ messages }: Pick<ModelRequest, 'messages'>): ModelOutcome {
  return {
    ok: true,
    text: messages[0]?.content ?? '',
    finishReason: 'stop',
    ...{ tokensIn: 0, tokensOut: 0, tokensCached: 0, usageReported: true },
    delayMs: 0,
    attempts: 1,
  };
}

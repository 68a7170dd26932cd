import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import { methodWords } from '@/lib/domain/method-words';
import { AppError } from '@/lib/errors/app-error';
import { candidatesWithin } from '@/lib/methods/prompt-as-measured';
import { type ExperimentRow, getExperimentRow } from '@/server/repositories/experiments';
import { findRunExperiment } from '@/server/repositories/runs';
import { getServedPromptRow, type ServedPromptRow } from '@/server/repositories/served-prompts';
import type { SlotRow } from '@/server/repositories/slots';
import { getCandidate } from '@/server/services/runs/read-ledger';

/** Where learning from a slot's failures starts: the live prompt, the experiment that taught it, and its playbook. */
export interface Start {
  readonly live: ServedPromptRow;
  readonly from: ExperimentRow;
  readonly text: string;
}

/** @throws AppError STATE_CONFLICT, saying what to do */
export async function startOf(actor: Actor<'experiment'>, slot: SlotRow): Promise<Start> {
  if (slot.livePromptId === null)
    throw new AppError(
      'STATE_CONFLICT',
      'Nothing is live in this slot, so there is no prompt to start from.',
      {
        howToProceed: ['Set the first prompt of the slot.'],
      },
    );
  const live = await getServedPromptRow(slot.id, slot.livePromptId);
  const experimentId = live.runId === null ? null : await findRunExperiment(actor.workspaceId, live.runId);
  if (experimentId === null)
    throw noExperiment(`Version ${live.version} comes from no run, so no experiment says how to measure it.`);
  const from = await getExperimentRow(actor.workspaceId, experimentId);
  const { method } = experimentConfig.parse(from.config);
  if (method.name !== 'ace')
    throw new AppError(
      'STATE_CONFLICT',
      `The live prompt was learned with ${methodWords(method.name)}, which learns from no traces.`,
      {
        howToProceed: [
          'Make an experiment with ACE, and choose it under "Learn from these" on the page "Traces".',
        ],
      },
    );
  return { live, from, text: await playbookOf(actor, live) };
}

/** A version that a person edited is no candidate of its run: its playbook is read from the text. */
async function playbookOf(actor: Actor<'read'>, live: ServedPromptRow): Promise<string> {
  const { runId, candidateHash, text, version } = live;
  if (runId !== null && candidateHash !== null)
    return (await getCandidate(actor, { runId, hash: candidateHash })).text;
  const inner = candidatesWithin(text).at(-1);
  if (inner === undefined || inner === text)
    throw noExperiment(`Version ${version} was edited by hand and holds no playbook to start from.`);
  return inner;
}

const noExperiment = (sentence: string) =>
  new AppError('STATE_CONFLICT', sentence, {
    howToProceed: [
      'Choose an experiment under "Learn from these" on the page "Traces", with the prompt of this slot as filter.',
    ],
  });

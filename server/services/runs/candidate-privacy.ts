import type { CandidatePrivacyView } from '@/lib/contracts/privacy';
import type { Actor } from '@/lib/domain/actor';
import { readLeakInSteps } from '@/lib/evaluation/privacy/leak';
import { Redactor } from '@/lib/evaluation/privacy/redact';
import { getRunRow } from '@/server/repositories/runs';
import { listExamplesOfSplit } from '@/server/repositories/splits';
import { inSlices } from '@/server/services/datasets/in-slices';
import { getCandidate } from '@/server/services/runs/read-ledger';

/** R-210 on what a run has made: personal data in a candidate, and how much of it repeats its training examples. */
export async function getCandidatePrivacy(
  actor: Actor<'read'>,
  input: { readonly runId: string; readonly hash: string },
): Promise<CandidatePrivacyView> {
  const { text } = await getCandidate(actor, input);
  const { manifest } = await getRunRow(actor.workspaceId, input.runId);
  const { registrationId } = manifest.split;
  const train = await listExamplesOfSplit(registrationId, 'train');
  const training = train.map(({ id, question, context, expected }) => ({
    id,
    texts: [question, context, expected],
  }));
  const { worst, ...leak } = await inSlices(readLeakInSteps(text, training));
  const spans = await inSlices(new Redactor().offerInSteps(text));
  return { hash: input.hash, spans: [...spans], leak: { ...leak, worst: [...worst] } };
}

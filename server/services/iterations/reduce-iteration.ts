import type { GroupResult } from '@/lib/combee/aggregate-group';
import { reduceReflections } from '@/lib/combee/iteration';
import type { IterationEvent, ReducedIterationView, ReduceReflectionsBody } from '@/lib/contracts/iterations';
import type { Actor } from '@/lib/domain/actor';
import { canonicalHash, contentHash } from '@/lib/domain/content-hash';
import { makeAsker } from '@/lib/engine/calls/ask';
import { makeLanes } from '@/lib/engine/calls/lanes';
import { makeBudgetKeeper } from '@/lib/engine/limits/budget';
import { AppError } from '@/lib/errors/app-error';
import { ace } from '@/lib/methods/ace/ace';
import { assertAggregation } from '@/lib/policy/aggregation';
import type { LanguageModel } from '@/lib/ports/language-model';
import { seededRng } from '@/lib/random/seeded-rng';
import { describedCause } from '@/lib/words/cause';
import {
  type Claim,
  claimRequest,
  extendClaim,
  releaseClaim,
  type StoredRequest,
  storeAnswer,
} from '@/server/repositories/iteration-requests';
import { getProviderRow, type ProviderRow } from '@/server/repositories/providers';
import { assertNotArchived } from '@/server/services/providers/save-provider';
import type { OpenModel } from '@/server/services/providers/test-provider';
import { requestJournal } from './request-journal';
import { requestManifest } from './request-manifest';

/**
 * Combee within one request: shuffle, scan and apply over reflections that the caller brings. Costs what the kind of aggregation takes (Combee:
 * k + 1 calls), re-asks apart; an answered request, or an answered call of one that broke off, costs nothing again. It goes
 * on when the caller hangs up: what it has begun to pay for is there when the caller asks again.
 */
export interface IterationRequestInput {
  readonly body: ReduceReflectionsBody;
  readonly idempotencyKey: string | null;
}

export interface IterationServices {
  readonly openModel: OpenModel;
  readonly onEvent: (event: IterationEvent) => void;
}

const CLAIM_MS = 60_000;

export async function reduceIteration(
  actor: Actor<'experiment'>,
  input: IterationRequestInput,
  services: IterationServices,
): Promise<ReducedIterationView> {
  assertAggregation(input.body.aggregation);
  const { workspaceId } = actor;
  const provider = await getProviderRow(workspaceId, input.body.providerId);
  assertNotArchived(provider);
  const requestHash = canonicalHash(input.body);
  const id = `irq_${contentHash(`${workspaceId}/${input.idempotencyKey ?? requestHash}`).slice(0, 32)}`;
  const claim: Claim = { id, owner: crypto.randomUUID() };
  const claimed = await claimRequest({ ...claim, workspaceId, requestHash, claimMs: CLAIM_MS });
  assertNotTaken(claimed.claim);
  if (claimed.claim === 'answered') {
    return finished(services, { ...(claimed.stored.answer as ReducedIterationView), replayed: true });
  }
  const heartbeat = setInterval(() => {
    // A missed beat costs nothing: the next write finds out whether the claim still holds.
    extendClaim(claim, CLAIM_MS).catch((error: unknown) => error);
  }, CLAIM_MS / 4);
  try {
    const model = await services.openModel({
      workspaceId,
      providerId: provider.id,
      model: input.body.model,
      runId: id,
    });
    const answer = await reduce(
      { claim, stored: claimed.stored, provider, model, body: input.body },
      services,
    );
    if (!(await storeAnswer(claim, answer))) throw busy();
    return finished(services, answer);
  } catch (error) {
    await releaseClaim(claim);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

interface Reducing {
  readonly claim: Claim;
  readonly stored: StoredRequest;
  readonly provider: ProviderRow;
  readonly model: LanguageModel;
  readonly body: ReduceReflectionsBody;
}

async function reduce(work: Reducing, { onEvent }: IterationServices): Promise<ReducedIterationView> {
  const { claim, provider, body } = work;
  const manifest = requestManifest(body, provider, ace);
  const asker = makeAsker({
    manifest,
    model: work.model,
    journal: requestJournal(claim, work.stored),
    budget: makeBudgetKeeper(manifest.budget),
    lanes: makeLanes(manifest.lanes),
    signal: new AbortController().signal,
  });
  const baseText = body.baseText.trim() === '' ? ace.emptyCandidateText : body.baseText;
  const base = { text: baseText, hash: contentHash(baseText) };
  const reduced = await reduceReflections({
    method: ace,
    manifest,
    base,
    reflections: body.reflections.map(({ text, context }, ordinal) => ({
      ordinal,
      exampleId: `reflection-${ordinal}`,
      text,
      context,
      insights: [],
      bulletTags: [],
      invalid: null,
    })),
    iteration: 0,
    rng: seededRng(`run-${body.seed}`),
    progress: { trainExamplesSeen: body.reflections.length, trainExamples: body.reflections.length },
    ask: asker.forIteration(0),
    onShuffle: ({ k, groups }) => onEvent({ type: 'shuffled', data: { k, groups } }),
    onGroup: (group) => onEvent({ type: 'group.aggregated', data: groupView(group) }),
  });
  const { applied, scan, plan } = reduced;
  const spend = asker.spend();
  const isPriced =
    manifest.models.proposer.usdPerMillionIn !== null && manifest.models.proposer.usdPerMillionOut !== null;
  return {
    id: claim.id,
    text: applied.candidate.text,
    hash: applied.candidate.hash,
    changed: applied.candidate.hash !== base.hash,
    applied: applied.applied,
    ignored: applied.ignored,
    mode: scan.mode,
    k: plan.k,
    groups: scan.groups.map(groupView),
    splits: [...scan.groups.flatMap(({ split }) => split ?? []), ...scan.splits],
    calls: scan.calls,
    cause: describedCause(scan.cause),
    tokensIn: spend.tokensIn,
    tokensOut: spend.tokensOut,
    costUsd: isPriced ? spend.costUsd : null,
    practice: provider.practice,
    replayed: false,
  };
}

function finished({ onEvent }: IterationServices, answer: ReducedIterationView): ReducedIterationView {
  onEvent({ type: 'finished', data: answer });
  return answer;
}

function groupView({ group, inputs, update }: GroupResult) {
  return { group, inputs, edits: update.edits.length, cause: describedCause(update.invalid) };
}

function assertNotTaken(claim: 'held' | 'busy' | 'answered' | 'other'): void {
  if (claim === 'busy') throw busy();
  if (claim !== 'other') return;
  throw new AppError('STATE_CONFLICT', 'This Idempotency-Key was used for another request. Take a new one.');
}

function busy(): AppError {
  return new AppError(
    'STATE_CONFLICT',
    'The same request is being worked on. Ask again in some seconds for its answer.',
    {
      retryAfterMs: 5000,
    },
  );
}

import type pg from 'pg';
import type { ModelBinding } from '@/lib/domain/manifest';
import { type JudgeSeat, MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';
import { practiceHeaders } from '@/lib/domain/practice-settings';
import type { RunLoopInput } from '@/lib/engine/run-context';
import { AppError } from '@/lib/errors/app-error';
import { isAgentCall } from '@/lib/evaluation/agent-call';
import { artefactOutcome, isArtefactCall } from '@/lib/evaluation/artefact';
import { isTraceCall } from '@/lib/evaluation/trace-call';
import type { LanguageModel } from '@/lib/ports/language-model';
import type { Ledger } from '@/lib/ports/ledger';
import type { ControlChannel } from '@/lib/ports/run-control';
import { openEmbedder, openModel } from '@/server/adapters/provider-models';
import { config } from '@/server/config/config';
import type { Listener } from '@/server/events/listener';
import { examplesOfRun } from '@/server/ledger/examples-of-run';
import { postgresEvaluationCache } from '@/server/ledger/postgres-evaluation-cache';
import { openPostgresJournal } from '@/server/ledger/postgres-journal';
import { systemAlarm, systemClock } from '@/server/observability/system-clock';
import { diagnosisLook } from '@/server/services/diagnoses/diagnose-serial';
import { methodOf } from '@/server/services/runs/pinned-method';
import { type AgentParts, agentForRun } from './agents/agent-for-run';
import type { ClaimedRun } from './claim-run';
import { evaluatorForRun } from './run-evaluator';
import { recordedRollouts } from './traces/recorded-rollouts';

/** Ports of the run loop, built from what the manifest pins. The one place that names adapters. */
export interface PortParts {
  readonly claimed: ClaimedRun;
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly control: ControlChannel;
  readonly listener: Listener;
}

export async function buildPorts({
  claimed,
  pool,
  ledger,
  control,
  listener,
}: PortParts): Promise<RunLoopInput> {
  const { manifest, lease } = claimed;
  return {
    manifest,
    examples: await examplesOfRun(pool, lease.runId, manifest),
    method: methodOf(manifest),
    model: await modelForRun(claimed, { pool, listener, interrupted: control.signal }),
    journal: await openPostgresJournal(pool, lease),
    evaluationCache: postgresEvaluationCache(pool, { workspaceId: claimed.workspaceId, runId: lease.runId }),
    ledger,
    clock: systemClock,
    alarm: systemAlarm,
    control,
    ...(await embedderForRun(claimed)),
    diagnosisLook: () => diagnosisLook(claimed.workspaceId, manifest),
    worker: lease.worker,
  };
}

/** One model for the loop; behind it each role has its own model, and the judge its calibrated one. */
export async function modelForRun(
  run: Pick<ClaimedRun, 'workspaceId' | 'manifest' | 'lease'>,
  parts: AgentParts,
): Promise<LanguageModel> {
  const { workspaceId, manifest, lease } = run;
  const { interrupted } = parts;
  const patienceMs = config().providerPatienceMs;
  const patience = { patienceMs, openedMs: systemClock.monotonicMs(), interrupted };
  const byRole = new Map<ModelRole | JudgeSeat, LanguageModel>();
  const open = ({ providerId, model, origin, behaviouralHeaders, practiceSettings }: ModelBinding) =>
    openModel({
      ...{ workspaceId, providerId, model, origin, behaviouralHeaders, patience },
      runId: lease.runId,
      headers: practiceSettings && practiceHeaders(practiceSettings),
    });
  for (const role of MODEL_ROLES) byRole.set(role, await open(manifest.models[role]));
  const proxy = manifest.judging?.proxy;
  if (proxy) byRole.set('proxy', await open(proxy));
  const evaluate = await evaluatorForRun({ workspaceId, manifest }, patience);
  const agent = await agentForRun(run, parts);
  const recorded = recordedRollouts(parts.pool, workspaceId);
  return {
    async complete(request, signal) {
      if (isTraceCall(manifest, request.purpose)) return recorded(request);
      if (agent !== null && isAgentCall(manifest, request.purpose)) return agent(request);
      if (request.purpose === 'environment') return evaluate(request, signal);
      if (isArtefactCall(manifest, request.purpose)) return artefactOutcome(request);
      const model = byRole.get(request.seat ?? request.role);
      if (!model) throw new AppError('INVARIANT_BROKEN', `No model plays the role ${request.role}.`);
      return model.complete(request, signal);
    },
  };
}

/** Built only if the manifest names a provider's embedding model; the offline one needs no port. */
async function embedderForRun(claimed: ClaimedRun): Promise<Pick<RunLoopInput, 'embedder'>> {
  const { workspaceId, manifest, lease } = claimed;
  const wanted = manifest.diversity?.embedderId ?? '';
  const binding = Object.values(manifest.models).find(({ providerId }) =>
    wanted.startsWith(`${providerId}/`),
  );
  if (!binding) return {};
  const { providerId, origin } = binding;
  const model = wanted.slice(providerId.length + 1);
  return {
    embedder: await openEmbedder({ workspaceId, providerId, model, origin, runId: lease.runId }),
  };
}

import type { AgentForecastView } from '@/lib/contracts/agent-forecast';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { rolloutCeiling } from '@/lib/evaluation/agent-call';
import { agentFigures } from '@/lib/report/agent-figures';
import { agentForecast } from '@/lib/report/agent-forecast';
import { readPastAttempts } from '@/server/repositories/agent-attempts';
import { prepareRun } from './start-run';

interface Asked {
  readonly experimentId: string;
  readonly kind: 'combee' | 'serialBaseline';
}

/** Expected cost and time of an experiment's agent, from the rollouts of the version that a run would pin now. */
export async function forecastAgent(
  actor: Actor<'read'>,
  asked: Asked,
  nowMs: number,
): Promise<{ forecast: AgentForecastView | null }> {
  const manifest = await manifestNow(actor, asked);
  if (manifest?.agent === undefined) return { forecast: null };
  const { agent } = manifest;
  const past = await readPastAttempts(actor.workspaceId, agent.id);
  const ofVersion = past.filter(({ version }) => version === agent.version);
  const { id, name, version } = agent;
  const forecast = agentForecast({
    manifest: { ...manifest, agent },
    past: agentFigures(ofVersion, nowMs),
    ceiling: rolloutCeiling(manifest),
  });
  return { forecast: { agent: { id, name, version }, ...forecast } };
}

/** Null where no run could start from these settings: the refusal is said when it is started. */
async function manifestNow(actor: Actor, asked: Asked): Promise<RunManifest | null> {
  try {
    return (await prepareRun(actor, asked)).manifest;
  } catch (error) {
    if (AppError.is(error) && (error.kind === 'refused' || error.kind === 'conflict')) return null;
    throw error;
  }
}

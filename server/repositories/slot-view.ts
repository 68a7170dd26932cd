import type pg from 'pg';
import type { CanaryPlan } from '@/lib/domain/canary';
import type { ServedPrompt } from '@/lib/domain/flag';
import type { ScoringKind } from '@/lib/domain/scoring';

/** All that a request through the gateway needs of its slot, in SQL of its own over the serving's pool. */
/** A canary that wants requests of this slot answered by another prompt as well. */
export interface MirroringCanary {
  readonly id: string;
  readonly stage: 'shadow' | 'watch';
  readonly plan: CanaryPlan;
  /** Answers beside what is live: the challenger in shadow, the one before in the watch; null = nothing was live before. */
  readonly mirror: ServedPrompt | null;
  readonly challengerId: string;
  /** No request after it belongs to the stage. */
  readonly openUntilMs: number;
  /** Scoring of the run behind the prompts; null = no run is behind them, so their answers cannot be scored here. */
  readonly scoring: ScoringKind | null;
}

export interface SlotView {
  readonly providerId: string | null;
  readonly model: string | null;
  readonly mirrorsTools: boolean;
  /** Share of the requests that are kept as traces. */
  readonly traceShare: number;
  readonly canaries: readonly MirroringCanary[];
}

const PROMPT = `CASE WHEN p.id IS NULL THEN NULL ELSE json_build_object('promptId', p.id, 'version', p.version,
  'sha256', p.sha256, 'text', p.text, 'model', p.model, 'params', p.params) END`;

/** At most one canary a stage; the mover sees to it, and of two the newest would count. */
const READ_VIEW = `
  SELECT g."providerId", g.model, COALESCE(g."mirrorsTools", false) AS "mirrorsTools",
    COALESCE(g."traceShare", 0) AS "traceShare",
    COALESCE((
      SELECT json_agg(json_build_object('id', c.id, 'stage', c.state, 'plan', c.plan, 'mirror', ${PROMPT},
        'challengerId', c."challengerId", 'scoring', r.manifest -> 'task' -> 'scoring' ->> 'kind',
        'openUntilMs', extract(epoch FROM c."stageStartedAt") * 1000 + 3600000 *
          (c.plan ->> CASE WHEN c.state = 'shadow' THEN 'windowHours' ELSE 'watchHours' END)::float8))
      FROM (
        SELECT DISTINCT ON (state) * FROM "Canary"
        WHERE "slotId" = s.id AND state IN ('shadow', 'watch') AND plan ->> 'mode' = 'shadow'
        ORDER BY state, "stageStartedAt" DESC
      ) c
      JOIN "ServedPrompt" challenger ON challenger.id = c."challengerId"
      LEFT JOIN "ServedPrompt" incumbent ON incumbent.id = c."incumbentId"
      LEFT JOIN "Run" r ON r.id = COALESCE(challenger."runId", incumbent."runId")
      LEFT JOIN "ServedPrompt" p ON p.id = CASE WHEN c.state = 'shadow' THEN c."challengerId" ELSE c."incumbentId" END
    ), '[]'::json) AS canaries
  FROM "Slot" s LEFT JOIN "SlotGateway" g ON g."slotId" = s.id WHERE s.id = $1`;

export async function readSlotView(pool: pg.Pool, slotId: string): Promise<SlotView> {
  const { rows } = await pool.query<SlotView>(READ_VIEW, [slotId]);
  return rows[0] ?? { providerId: null, model: null, mirrorsTools: false, traceShare: 0, canaries: [] };
}

export interface ServedModel {
  readonly providerId: string;
  /** Null: the provider lists no model. */
  readonly model: string | null;
  readonly usdPerMillionIn: number | null;
  readonly usdPerMillionOut: number | null;
}

const READ_MODELS = `
  SELECT p.id AS "providerId", m.name AS model, m."usdPerMillionIn", m."usdPerMillionOut"
  FROM "Provider" p LEFT JOIN "Model" m ON m."providerId" = p.id
  WHERE p."workspaceId" = $1 AND p."archivedAt" IS NULL ORDER BY p."createdAt", m.name LIMIT 5000`;

/** Every model of the workspace's providers, with its price. */
export async function readServedModels(pool: pg.Pool, workspaceId: string): Promise<readonly ServedModel[]> {
  const { rows } = await pool.query<ServedModel>(READ_MODELS, [workspaceId]);
  return rows;
}

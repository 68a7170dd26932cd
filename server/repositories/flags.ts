import type pg from 'pg';
import type { SlotKind } from '@/lib/domain/canary-state';
import type { Flag, ServedPrompt } from '@/lib/domain/flag';

/**
 * All flags of a workspace in one statement, hence of one moment, and the number that says whether anything changed.
 * Uses its own SQL and its own pool, so that serving flags never waits for other connections.
 */
export interface FlagRows {
  readonly configVersion: number;
  /** Time of the newest change; null before the first. */
  readonly changedAtMs: number | null;
  readonly flags: readonly Flag[];
}

/** Channel that the flag server listens on; the payload is the workspace. */
export const FLAG_CHANNEL = 'waggle_flags';

interface Joined {
  readonly configVersion: number;
  readonly id: string | null;
  readonly slug: string;
  readonly kind: SlotKind;
  readonly isReverted: boolean;
  readonly slotVersion: number;
  readonly split: {
    readonly canaryId: string;
    readonly step?: number;
    readonly share: number;
    readonly optedIn?: string[];
  } | null;
  readonly changedAt: Date | null;
  readonly live: ServedPrompt | null;
  readonly previous: ServedPrompt | null;
  readonly challenger: ServedPrompt | null;
}

const promptAs = (name: string) =>
  `CASE WHEN ${name}.id IS NULL THEN NULL ELSE json_build_object(
     'promptId', ${name}.id, 'version', ${name}.version, 'sha256', ${name}.sha256,
     'text', ${name}.text, 'model', ${name}.model, 'params', ${name}.params) END`;

const READ_FLAGS = `
  SELECT w."configVersion", s.id, s.slug, s.kind, s."isReverted", s."configVersion" AS "slotVersion", s.split,
    (SELECT max(f.at) FROM "FlagChange" f WHERE f."slotId" = s.id) AS "changedAt",
    ${promptAs('live')} AS live, ${promptAs('previous')} AS previous, ${promptAs('challenger')} AS challenger
  FROM "Workspace" w
  LEFT JOIN "Slot" s ON s."workspaceId" = w.id AND s."archivedAt" IS NULL
  LEFT JOIN "ServedPrompt" live ON live.id = s."livePromptId"
  LEFT JOIN "ServedPrompt" previous ON previous.id = s."previousPromptId"
  LEFT JOIN "Canary" c ON c.id = s.split ->> 'canaryId'
  LEFT JOIN "ServedPrompt" challenger ON challenger.id = c."challengerId"
  WHERE w.id = $1 ORDER BY s.slug, s.kind`;

/** For an unknown workspace: no flags, version zero. */
export async function readFlags(pool: pg.Pool, workspaceId: string): Promise<FlagRows> {
  const { rows } = await pool.query<Joined>(READ_FLAGS, [workspaceId]);
  const times = rows.flatMap(({ changedAt }) => (changedAt === null ? [] : [changedAt.getTime()]));
  return {
    configVersion: rows[0]?.configVersion ?? 0,
    changedAtMs: times.length === 0 ? null : Math.max(...times),
    flags: rows.flatMap((row) => (row.id === null ? [] : [flagOf(row, row.id)])),
  };
}

/** One number a workspace. */
export async function readConfigVersions(
  pool: pg.Pool,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ id: string; configVersion: number }>(
    `SELECT id, "configVersion" FROM "Workspace" WHERE id = ANY($1)`,
    [workspaceIds],
  );
  return new Map(rows.map(({ id, configVersion }) => [id, configVersion]));
}

function flagOf(
  { slug, kind, live, previous, isReverted, slotVersion, ...row }: Joined,
  slotId: string,
): Flag {
  const { split, challenger } = row;
  return {
    ...{ slotId, slug, kind, live, previous, isReverted },
    configVersion: slotVersion,
    split:
      split === null || challenger === null
        ? null
        : {
            canaryId: split.canaryId,
            step: split.step ?? 0,
            share: split.share,
            optedIn: split.optedIn ?? [],
            challenger,
          },
  };
}

import { ulid } from 'ulid';
import type { InsightSteeringView, SteerInsightInput } from '@/lib/contracts/insight-steering';
import type { Actor } from '@/lib/domain/actor';
import { contentHash } from '@/lib/domain/content-hash';
import { type InsightLine, type InsightSteering, NO_STEERING } from '@/lib/domain/insight-steering';
import type { RunManifest } from '@/lib/domain/manifest';
import { isEnded } from '@/lib/domain/run';
import { invariant } from '@/lib/errors/invariant';
import { foldCommands } from '@/lib/methods/ace/steering/fold-commands';
import { bannedBy } from '@/lib/methods/ace/steering/hold-lines';
import { assertCommand, assertSteerable, steeringRefusal } from '@/lib/policy/insight-steering';
import { readBullets } from '@/lib/projection/playbook-bullets';
import { type KeptCommand, steeredLines } from '@/lib/projection/steered-lines';
import { db } from '@/server/db/client';
import type { InsightCommand, Prisma } from '@/server/db/generated/client';
import {
  addInsightCommand,
  findVersionWith,
  listInsightCommands,
} from '@/server/repositories/insight-commands';
import { getRunRow, lockRun } from '@/server/repositories/runs';
import { recordAudit } from '@/server/services/audit/record-audit';

/** Lines of a run's playbook that people pin, edit and ban: what holds, and the command that changes it. */
export async function readInsightSteering(
  actor: Actor<'read'>,
  { runId }: { readonly runId: string },
): Promise<InsightSteeringView> {
  const run = await getRunRow(actor.workspaceId, runId);
  return viewOf(run, await listInsightCommands(runId));
}

/** The run takes the command up when its next iteration begins; the audit log keeps it whatever becomes of the run. */
export async function steerInsight(
  actor: Actor<'experiment'>,
  input: SteerInsightInput & { readonly runId: string },
): Promise<InsightSteeringView> {
  const { runId, bulletId, action } = input;
  return db().$transaction(async (tx) => {
    const run = await lockRun(actor.workspaceId, runId, tx);
    const manifest = run.manifest;
    assertSteerable(manifest);
    const rows = await listInsightCommands(runId, tx);
    const steering = steeringAfter(manifest, rows);
    const line = await findLine(
      { runId, bulletId, steering, rows, seedText: manifest.seedCandidateText },
      tx,
    );
    const text = input.action === 'edit' ? plainText(input.text ?? '') : null;
    const repeatsBanned = text !== null && bannedBy(steering.banned)(null, text);
    assertCommand(steering, { action, bulletId, line, text, repeatsBanned });
    invariant(line !== null, 'A command without a line was let through.');
    const command = await addInsightCommand(
      {
        id: `isc_${ulid()}`,
        runId,
        position: rows.length + 1,
        ...{ action, bulletId, section: line.section, content: text ?? line.content },
        before: text === null ? null : line.content,
        createdBy: actor.name,
      },
      tx,
    );
    await recordAudit(tx, actor, 'run.insightSteered', runId, {
      ...{ action, bulletId, commandId: command.id },
      textHash: contentHash(command.content),
      ...(command.before === null ? {} : { textHashBefore: contentHash(command.before) }),
    });
    return viewOf(run, [...rows, command]);
  });
}

/** Steering that holds once the run has taken up every command. */
export function steeringAfter(manifest: RunManifest, rows: readonly InsightCommand[]): InsightSteering {
  return foldCommands(manifest.steering ?? NO_STEERING, rows.map(keptCommand));
}

interface Sought {
  readonly runId: string;
  readonly bulletId: string;
  readonly steering: InsightSteering;
  readonly rows: readonly InsightCommand[];
  /** A run that waits has no version yet. */
  readonly seedText: string;
}

/** As a person sees it: what waits counts, then what is held, then the newest version that has the line. */
async function findLine(
  { runId, bulletId, steering, rows, seedText }: Sought,
  tx: Prisma.TransactionClient,
): Promise<InsightLine | null> {
  const held = [...steering.pinned, ...steering.banned].find((line) => line.bulletId === bulletId);
  if (held !== undefined) return held;
  const waiting = rows.findLast((row) => row.bulletId === bulletId && row.takenIteration === null);
  if (waiting !== undefined) return waiting;
  const text = (await findVersionWith(runId, bulletId, tx)) ?? seedText;
  const bullet = readBullets(text).find(({ id }) => id === bulletId);
  return bullet === undefined ? null : { bulletId, section: bullet.section, content: bullet.text };
}

/** One line without runs of spaces, as every line of a playbook is kept. */
const plainText = (text: string) => text.replace(/\s+/g, ' ').trim();

function keptCommand(row: InsightCommand): KeptCommand {
  const { bulletId, section, content, before, createdBy, createdAt, takenIteration } = row;
  return {
    ...{ bulletId, section, content, before, takenIteration },
    // Rows are written by this file alone, from the contract's actions.
    action: row.action as KeptCommand['action'],
    by: createdBy,
    at: createdAt.toISOString(),
  };
}

function viewOf(
  run: {
    readonly id: string;
    readonly status: Parameters<typeof isEnded>[0];
    readonly manifest: RunManifest;
  },
  rows: readonly InsightCommand[],
): InsightSteeringView {
  const manifest = run.manifest;
  return {
    runId: run.id,
    refusal: steeringRefusal(manifest),
    effect: isEnded(run.status) ? 'branches' : 'nextIteration',
    lines: steeredLines(steeringAfter(manifest, rows), rows.map(keptCommand)),
  };
}

import { ulid } from 'ulid';
import type { CreateProviderInput, ProviderView, UpdateProviderInput } from '@/lib/contracts/providers';
import type { Actor } from '@/lib/domain/actor';
import { marksOf, unknownMarks } from '@/lib/domain/behavioural-headers';
import { isLoopbackUrl, isSameOrigin, placeOf } from '@/lib/domain/loopback';
import { practiceSettingsIn } from '@/lib/domain/practice-settings';
import { AppError } from '@/lib/errors/app-error';
import { config } from '@/server/config/config';
import { isPersonalInstall } from '@/server/config/personal-install';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import {
  createProviderRow,
  getProviderRow,
  type ProviderRow,
  updateProviderRow,
} from '@/server/repositories/providers';
import { recordAudit } from '@/server/services/audit/record-audit';
import { providerView } from './provider-view';

/**
 * Making, changing and archiving a provider. Key and headers are bound to the origin they were entered
 * for: a person who may change the address must not thereby learn them. `checkAddress` is the address guard (rulings S2), handed in by the door.
 */
export type CheckAddress = (url: string) => void;

export async function createProvider(
  actor: Actor<'administer'>,
  input: CreateProviderInput,
  checkAddress: CheckAddress,
): Promise<ProviderView> {
  const allowsLoopback = mayAllowLoopback(actor, input.baseUrl, input.allowsLoopback);
  if (!allowsLoopback) checkAddress(input.baseUrl);
  if (isPractice(input.baseUrl)) practiceSettingsIn(input.headers);
  const values = {
    ...input,
    id: `prv_${ulid()}`,
    workspaceId: actor.workspaceId,
    allowsLoopback,
    practice: isPractice(input.baseUrl),
    behaviouralHeaders: checkedMarks(input.headers, input.behaviouralHeaders),
  };
  return db().$transaction(async (tx) => {
    const row = await createProviderRow(values, tx);
    await recordAudit(tx, actor, 'provider.created', row.id, {
      name: row.name,
      origin: originOf(row.baseUrl),
    });
    if (allowsLoopback) await recordLoopback(tx, actor, row);
    return providerView(row, actor);
  });
}

export async function updateProvider(
  actor: Actor<'administer'>,
  { providerId, change }: { readonly providerId: string; readonly change: UpdateProviderInput },
  checkAddress: CheckAddress,
): Promise<ProviderView> {
  return db().$transaction(async (tx) => {
    const before = await getProviderRow(actor.workspaceId, providerId, tx);
    assertNotArchived(before);
    const isMoved = change.baseUrl !== undefined && originOf(change.baseUrl) !== originOf(before.baseUrl);
    const allowsLoopback = loopbackAfter(actor, { before, change, isMoved });
    if (change.baseUrl !== undefined && !allowsLoopback) checkAddress(change.baseUrl);
    const given = { ...changedValues(before, { change, isMoved }), allowsLoopback };
    const row = await updateProviderRow(providerId, given, tx);
    const headersCleared = isMoved && change.headers === undefined;
    const detail = {
      changed: Object.keys(change),
      keyCleared: isMoved && given.apiKey === null,
      headersCleared,
    };
    await recordAudit(tx, actor, 'provider.changed', providerId, detail);
    if (allowsLoopback && (isMoved || !before.allowsLoopback)) await recordLoopback(tx, actor, row);
    return providerView(row, actor);
  });
}

/**
 * Calls to this computer are the operator's to allow, who on a personal installation is the owner at the page: never a
 * key, which may be elsewhere. @throws AppError ADDRESS_REFUSED
 */
export function mayAllowLoopback(actor: Actor, baseUrl: string, isWanted: boolean | undefined): boolean {
  if (isWanted !== true || !isLoopbackUrl(baseUrl)) return false;
  if (actor.via === 'session' && isPersonalInstall(config())) return true;
  const message =
    'Calls to this computer can be allowed here only by a signed-in owner of an installation that listens on loopback.';
  throw new AppError('ADDRESS_REFUSED', message, {
    howToProceed: [`Add ${placeOf(baseUrl)} to WAGGLE_ALLOWED_ADDRESSES and restart Waggle.`],
  });
}

function recordLoopback(tx: Prisma.TransactionClient, actor: Actor, { id, baseUrl }: ProviderRow) {
  return recordAudit(tx, actor, 'provider.loopbackAllowed', id, { address: placeOf(baseUrl) });
}

interface Change {
  readonly change: UpdateProviderInput;
  /** To another origin: what was entered for the former one is dropped unless it is given again. */
  readonly isMoved: boolean;
}

function changedValues(before: ProviderRow, { change, isMoved }: Change) {
  const apiKey = change.apiKey === undefined && isMoved ? null : change.apiKey;
  const headers = change.headers === undefined && isMoved ? {} : change.headers;
  const practice = change.baseUrl === undefined ? before.practice : isPractice(change.baseUrl);
  if (practice) practiceSettingsIn(headers ?? {});
  return {
    ...change,
    apiKey,
    headers,
    practice,
    behaviouralHeaders: changedMarks(before, { ...change, headers }),
  };
}

function loopbackAfter(
  actor: Actor,
  { before, change, isMoved }: Change & { readonly before: ProviderRow },
): boolean {
  if (!isMoved && change.allowsLoopback === undefined) return before.allowsLoopback;
  if (!isMoved && change.allowsLoopback === true && before.allowsLoopback) return true;
  return mayAllowLoopback(actor, change.baseUrl ?? before.baseUrl, change.allowsLoopback);
}

/** A mark goes with its header; one that is set must name a header that is there. */
function changedMarks(before: ProviderRow, change: UpdateProviderInput): string[] {
  const headers = change.headers ?? before.headers;
  return change.behaviouralHeaders === undefined
    ? marksOf(headers, before.behaviouralHeaders)
    : checkedMarks(headers, change.behaviouralHeaders);
}

function checkedMarks(headers: Readonly<Record<string, string>>, marked: readonly string[]): string[] {
  const [unknown] = unknownMarks(headers, marked);
  if (unknown === undefined) return marksOf(headers, marked);
  const message = `There is no header ${unknown} to mark.`;
  throw new AppError('INPUT_INVALID', message, { fields: [{ path: 'behaviouralHeaders', message }] });
}

/** Its key and headers go, its runs stay readable; archiving it again changes nothing. */
export async function archiveProvider(actor: Actor<'administer'>, providerId: string): Promise<ProviderView> {
  return db().$transaction(async (tx) => {
    const before = await getProviderRow(actor.workspaceId, providerId, tx);
    if (before.archivedAt !== null) return providerView(before, actor);
    const row = await updateProviderRow(
      providerId,
      { archivedAt: new Date(), apiKey: null, headers: {} },
      tx,
    );
    await recordAudit(tx, actor, 'provider.archived', providerId, { name: row.name });
    return providerView(row, actor);
  });
}

export function assertNotArchived(row: { readonly archivedAt: Date | null }): void {
  if (row.archivedAt === null) return;
  throw new AppError('STATE_CONFLICT', 'This provider is archived. Add it anew to use it again.');
}

/** Not a setting: answers of the practice model must be labelled so, regardless of who entered its address. */
function isPractice(baseUrl: string): boolean {
  return isSameOrigin(baseUrl, config().practiceUrl);
}

function originOf(url: string): string {
  return new URL(url).origin;
}

import type { CreateExperimentInput } from '@/lib/contracts/experiments';
import type { Actor } from '@/lib/domain/actor';
import { HASHED_NGRAM_ID } from '@/lib/stats/hashed-ngram-embedder';
import { db } from '@/server/db/client';
import { isAgentThere } from '@/server/repositories/agents';
import { findSplit, findTask } from '@/server/repositories/experiments';
import { findProviderIds } from '@/server/repositories/reports';

/** The ids that a configuration names: which of them this workspace does not know, and others in their place. */
export interface ForeignId {
  readonly what: 'task' | 'split' | 'agent' | 'provider';
  readonly id: string;
  /** Models that the configuration needs from a provider. */
  readonly models: readonly string[];
}

const ID_MEMBERS = new Set(['taskId', 'splitId', 'agentId', 'providerId']);

/** Replaces ids where ids stand, and nowhere else: a prompt that quotes one stays as it is. */
export function withMappedIds(value: unknown, map: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => withMappedIds(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (typeof member !== 'string') return [name, withMappedIds(member, map)];
      if (name === 'embedderId') return [name, withMappedProvider(member, map)];
      return [name, ID_MEMBERS.has(name) ? (map.get(member) ?? member) : member];
    }),
  );
}

export async function findForeignIds(
  { workspaceId }: Actor,
  input: CreateExperimentInput,
): Promise<readonly ForeignId[]> {
  const { taskId, splitId, agentId } = input;
  const wanted = modelsByProvider(input);
  const [task, split, known, isAgentKnown] = await Promise.all([
    findTask(workspaceId, taskId),
    findSplit(workspaceId, splitId),
    findProviderIds(workspaceId, [...wanted.keys()]),
    agentId === null || isAgentThere(workspaceId, agentId, db()),
  ]);
  return [
    ...(task === null ? [{ what: 'task' as const, id: taskId, models: [] }] : []),
    ...(split === null ? [{ what: 'split' as const, id: splitId, models: [] }] : []),
    ...(isAgentKnown ? [] : [{ what: 'agent' as const, id: agentId ?? '', models: [] }]),
    ...[...wanted].flatMap(([id, models]) =>
      known.has(id) ? [] : [{ what: 'provider' as const, id, models: [...models] }],
    ),
  ];
}

function modelsByProvider({ models, judging, diversity }: CreateExperimentInput): Map<string, Set<string>> {
  const bindings = [...Object.values(models), judging.proxy].flatMap((one) => (one ? [one] : []));
  const embedder = providerOfEmbedder(diversity?.embedderId ?? HASHED_NGRAM_ID);
  const wanted = new Map<string, Set<string>>();
  for (const { providerId, model } of embedder ? [...bindings, embedder] : bindings) {
    wanted.set(providerId, (wanted.get(providerId) ?? new Set()).add(model));
  }
  return wanted;
}

/** "<provider>/<model>"; null = the one that works offline. */
function providerOfEmbedder(embedderId: string) {
  const end = embedderId.indexOf('/');
  return end < 0 ? null : { providerId: embedderId.slice(0, end), model: embedderId.slice(end + 1) };
}

function withMappedProvider(embedderId: string, map: ReadonlyMap<string, string>): string {
  const parts = providerOfEmbedder(embedderId);
  if (parts === null) return embedderId;
  return `${map.get(parts.providerId) ?? parts.providerId}/${parts.model}`;
}

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import {
  archiveExperiments,
  archiveRuns,
  type BulkOutcome,
  listTags,
  tagExperiments,
  tagRuns,
} from '@/lib/contracts/tags';

/** Records with tags that can be archived in bulk. */
export type Tagged = 'runs' | 'experiments';

interface TagChange {
  readonly ids: readonly string[];
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

interface ArchiveChange {
  readonly ids: readonly string[];
  readonly archived: boolean;
}

/** Maximum number per API request. */
const AT_ONCE = 200;

export function useTags() {
  return useQuery({ queryKey: ['tags'], queryFn: ({ signal }) => callApi(listTags, { signal }) });
}

export function useTagSeveral(of: Tagged) {
  const operation = of === 'runs' ? tagRuns : tagExperiments;
  return useChange(of, ({ ids, add, remove }: TagChange) =>
    inParts(ids, (part) => callApi(operation, { body: { ids: part, add: [...add], remove: [...remove] } })),
  );
}

export function useArchiveSeveral(of: Tagged) {
  const operation = of === 'runs' ? archiveRuns : archiveExperiments;
  return useChange(of, ({ ids, archived }: ArchiveChange) =>
    inParts(ids, (part) => callApi(operation, { body: { ids: part, archived } })),
  );
}

/** The lists are read again, and so are the pages of single ones. */
function useChange<Input>(of: Tagged, mutationFn: (input: Input) => Promise<BulkOutcome>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // Not awaited: the notice is shown at once, and its rows may be gone later.
    onSettled: () => {
      for (const key of [of, 'tags', of === 'runs' ? 'run' : 'experiment'])
        void client.invalidateQueries({ queryKey: [key] });
    },
  });
}

async function inParts(
  ids: readonly string[],
  send: (part: string[]) => Promise<BulkOutcome>,
): Promise<BulkOutcome> {
  const whole: BulkOutcome = { changed: [], refused: [] };
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const { changed, refused } = await send(ids.slice(from, from + AT_ONCE));
    whole.changed.push(...changed);
    whole.refused.push(...refused);
  }
  return whole;
}

import type { ExampleView } from '@/lib/contracts/datasets';
import type { Api } from './api';

interface Wanted {
  readonly datasetId: string;
  /** One part of a split; left out: the whole data set. */
  readonly part?: { readonly splitId: string; readonly split: string };
  readonly most: number;
}

/** Examples of a data set, page by page. */
export async function readExamples(api: Api, { datasetId, part, most }: Wanted): Promise<ExampleView[]> {
  const found: ExampleView[] = [];
  let cursor: string | null = '';
  while (cursor !== null && found.length < most) {
    const query = new URLSearchParams({ ...part, limit: '100', ...(cursor === '' ? {} : { cursor }) });
    const page: { items: ExampleView[]; nextCursor: string | null } = await api.get(
      `/api/v1/datasets/${datasetId}/examples?${query}`,
    );
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found.slice(0, most);
}

import { type FactOf, type FactType, isFact } from '@/lib/domain/ledger-entry';
import { readEntries } from './read-events';

const PAGE = 5_000;

/** All facts of one type, in the ledger's order. */
export async function readFacts<T extends FactType>(runId: string, type: T): Promise<FactOf<T>[]> {
  const facts: FactOf<T>[] = [];
  for (let after = 0; ; ) {
    const page = await readEntries(runId, after, { limit: PAGE, filter: { type } });
    facts.push(...page.filter(isFact(type)));
    after = page.at(-1)?.seq ?? after;
    if (page.length < PAGE) return facts;
  }
}

import type { RuleBench } from '../rule-bench';
import { seedCanary, seedEvidence, seedSlot } from '../seed-canary';
import type { RuleCase } from '../test-rules';

/**
 * What the approval of a canary refuses. At the page's door stands the owner; a key and a command never approve, so what
 * they would be let to approve has no passing request there.
 */
interface Wanted {
  readonly authors?: readonly string[];
  readonly hash?: string;
}

async function approving(bench: RuleBench, { authors = [], hash }: Wanted = {}) {
  const slot = await seedSlot(bench.api, bench.newName().replace(' ', '_').toLowerCase(), { authors });
  const canaryId = await seedCanary(bench.api, slot, { state: 'approval' });
  const present = await seedEvidence(bench.api, canaryId);
  return { params: { canaryId }, body: { hash: hash ?? present } };
}

export const APPROVAL_CASES: readonly RuleCase[] = [
  {
    rule: 'CAN-5',
    operation: 'approveCanary',
    doors: ['page'],
    elsewhere: 'CAN-6',
    refused: (bench) => approving(bench, { authors: ['owner@example.com'] }),
    passing: (bench) => approving(bench),
  },
  {
    // Whoever comes by the page is a person: there it has nothing to refuse, and lets the person approve.
    rule: 'CAN-6',
    operation: 'approveCanary',
    refused: (bench, door) => (door === 'page' ? null : approving(bench)),
    passing: (bench, door) => (door === 'page' ? approving(bench) : null),
  },
  {
    rule: 'CAN-7',
    operation: 'approveCanary',
    doors: ['page'],
    elsewhere: 'CAN-6',
    refused: (bench) => approving(bench, { hash: 'b'.repeat(64) }),
    passing: (bench) => approving(bench),
  },
];

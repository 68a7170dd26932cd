import type { RuleBench } from '../rule-bench';
import { seedCanary, seedEvidence, seedSlot } from '../seed-canary';
import type { RuleCase } from '../test-rules';

/**
 * Refusals of the approval of a canary. The page is used by the owner; a key and a command never approve, so
 * their allowed case does not exist there.
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
    // A page is always used by a person, so this rule never refuses there.
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

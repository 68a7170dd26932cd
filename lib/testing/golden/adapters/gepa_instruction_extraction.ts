import { textField } from '@/lib/testing/golden/case-fields';
import type { GoldenAdapter, GoldenCheck } from '@/lib/testing/golden/golden-adapter';
import { peerInstructionOf } from '@/lib/testing/golden/peer-instruction';

/** Texts that the published reader extracts. Ours (proposalOf) refuses some of the replies and has its own tests. */
const check: GoldenCheck = (testCase) => [
  {
    what: 'instruction',
    actual: peerInstructionOf(textField(testCase, 'lm_output')),
    expected: textField(testCase, 'new_instruction'),
  },
];

export const adapter: GoldenAdapter = { groups: { hand: check, peer_test: check, recorded: check } };

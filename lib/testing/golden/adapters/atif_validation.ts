import { isAgentStep, type TrajectoryStep } from '@/lib/domain/trajectory';
import { type AtifFault, atifFaults } from '@/lib/trajectory/atif-faults';
import { importAtif } from '@/lib/trajectory/atif-import';
import { listField, textField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase, ReadNamed } from '../golden-adapter';
import { objectField } from '../object-field';

/**
 * Faults of ATIF documents with their places, and what a reader counts in published ones. Exact. The peer knows 1.0 to
 * 1.5; ours reads newer ones as well.
 */
export const adapter: GoldenAdapter = { groups: { validate, golden } };

const PEER_VERSIONS = [0, 1, 2, 3, 4, 5].map((minor) => `ATIF-v1.${minor}`);

/** Names of faults as the peer has them, and ours. */
const KINDS: Readonly<Record<string, AtifFault['kind']>> = {
  missing: 'missing',
  extra_forbidden: 'unknown',
  string_type: 'type',
  dict_type: 'type',
  literal_error: 'choice',
  too_short: 'range',
  greater_than_equal: 'range',
  value_error: 'rule',
};

function validate(testCase: GoldenCase): Comparison[] {
  const faults = atifFaults(objectField(testCase, 'trajectory'), PEER_VERSIONS);
  const errors = testCase.errors === undefined ? [] : listField(testCase, 'errors').map(peerFault);
  return [
    { what: 'valid', actual: faults.length === 0, expected: testCase.valid },
    { what: 'errors', actual: faults.map(({ path, kind }) => ({ path, kind })), expected: errors },
  ];
}

function peerFault(error: unknown) {
  const { loc, type } = error as { readonly loc: readonly (string | number)[]; readonly type: string };
  return { path: loc.map(String), kind: KINDS[type] ?? type };
}

function golden(testCase: GoldenCase, readNamed: ReadNamed): Comparison[] {
  const document: unknown = JSON.parse(readNamed(textField(testCase, 'file')));
  const { trajectory } = importAtif(document);
  const steps = trajectory?.steps ?? [];
  const spoken = steps.filter(isAgentStep);
  const from = (source: TrajectoryStep['source']) => steps.filter((step) => step.source === source).length;
  const sum = (of: (step: (typeof spoken)[number]) => number) =>
    spoken.reduce((total, step) => total + of(step), 0);
  const found = {
    valid: atifFaults(document, PEER_VERSIONS).length === 0,
    steps: steps.length,
    by_source: { system: from('system'), user: from('user'), agent: from('agent') },
    tool_calls: sum(({ toolCalls }) => toolCalls.length),
    prompt_tokens: sum(({ metrics }) => metrics.tokensIn),
    completion_tokens: sum(({ metrics }) => metrics.tokensOut),
  };
  return Object.entries(found).map(([what, actual]) => ({ what, actual, expected: testCase[what] }));
}

import { minibatchSampler } from '@/lib/methods/gepa/minibatch-sampler';
import { PythonRandom } from '@/lib/random/python-random';
import { listField, numberField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';

/** The peer's epoch-shuffled minibatches, with the peer's generator. */
export const adapter: GoldenAdapter = { groups: { exact, growing } };

function exact(testCase: GoldenCase): Comparison[] {
  const sampler = samplerOf(testCase);
  const size = numberField(testCase, 'trainset_size');
  const calls = Array.from({ length: numberField(testCase, 'calls_per_iteration') });
  const minibatches = listField(testCase, 'minibatches').map((_, iteration) =>
    calls.map(() => sampler.next(iteration, size)),
  );
  return [{ what: 'minibatches', actual: minibatches, expected: testCase.minibatches }];
}

function growing(testCase: GoldenCase): Comparison[] {
  const sampler = samplerOf(testCase);
  const sequence = listField(testCase, 'sequence').map((raw) => {
    const { i, size } = raw as { readonly i: number; readonly size: number };
    return { i, size, ids: sampler.next(i, size) };
  });
  return [{ what: 'sequence', actual: sequence, expected: testCase.sequence }];
}

const samplerOf = (testCase: GoldenCase) =>
  minibatchSampler(numberField(testCase, 'minibatch_size'), new PythonRandom(numberField(testCase, 'seed')));

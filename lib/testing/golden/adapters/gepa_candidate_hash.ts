import { candidateCache } from '@/lib/methods/gepa/candidate-cache';
import { candidateKey } from '@/lib/methods/gepa/candidate-key';
import { textField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';
import { textsByName } from '../object-field';

/** The peer's key of a candidate, its file-safe names, and the two namespaces of its cache. */
export const adapter: GoldenAdapter = { groups: { hash, sanitize, cache_split: cacheSplit } };

function hash(testCase: GoldenCase): Comparison[] {
  const key = candidateKey(textsByName(testCase.candidate));
  return [{ what: 'sha256', actual: key, expected: testCase.sha256 }];
}

function sanitize(testCase: GoldenCase): Comparison[] {
  return [{ what: 'safe', actual: plainName(textField(testCase, 'name')), expected: testCase.safe }];
}

/** Its one case puts a=x on example 1 of the train split and asks for it in three places. */
function cacheSplit(testCase: GoldenCase): Comparison[] {
  const cache = candidateCache();
  const candidate = new Map([['a', 'x']]);
  cache.put(candidate, 'train', new Map([[1, { score: 1, objectives: {} }]]));
  const knows = (of: typeof candidate, split: 'train' | 'selection') => cache.get(of, split, 1) !== undefined;
  return [
    { what: 'train', actual: knows(candidate, 'train'), expected: testCase.train },
    { what: 'val', actual: knows(candidate, 'selection'), expected: testCase.val },
    { what: 'other', actual: knows(new Map([['a', 'y']]), 'train'), expected: testCase.other },
  ];
}

/** A component's name in a file name. */
const plainName = (name: string): string => name.replace(/[^A-Za-z0-9_.-]/gu, '_');

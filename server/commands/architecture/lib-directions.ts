import type { DirectionRow } from './direction-row';

/** Directions within `lib`. */
export const GROUND = ['lib/domain', 'lib/errors', 'lib/stats', 'lib/random'];
const FORMATS = ['csv-parse', 'smol-toml', 'yaml'];
/** Pure packages: numbers and texts in, numbers and texts out. */
const PURE = [
  '@bufbuild/protobuf',
  '@noble/hashes',
  ...FORMATS,
  'diff',
  'gpt-tokenizer',
  'ipaddr.js',
  'pure-rand',
  're2js',
  'simple-statistics',
];

export const LIB_DIRECTIONS: readonly DirectionRow[] = [
  {
    from: ['lib/domain'],
    may: GROUND,
    packages: [...PURE, 'zod'],
    instead: 'The base layer of lib imports only itself: pass other values as arguments.',
  },
  {
    from: ['lib/errors', 'lib/stats', 'lib/random', 'lib/dialects'],
    may: GROUND,
    packages: PURE,
    instead: 'The base layer of lib imports only itself: pass other values as arguments.',
  },
  {
    from: ['lib/ports', 'lib/policy'],
    may: [...GROUND, 'lib/ports', 'lib/policy'],
    packages: PURE,
    instead:
      'Ports and policies import domain types only: move a type into lib/domain, or take the value as an argument.',
  },
  {
    from: ['lib/contracts'],
    may: [...GROUND, 'lib/contracts', 'lib/policy'],
    packages: [...PURE, 'zod'],
    instead: 'A contract describes the edge: translate to the inner shape in the service.',
  },
  {
    from: ['lib/words'],
    may: [...GROUND, 'lib/policy', 'lib/words'],
    packages: PURE,
    instead: 'A sentence is built from the codes and numbers of a fact: add missing values to the fact.',
  },
  {
    from: ['lib/projection', 'lib/trajectory'],
    may: GROUND,
    packages: PURE,
    instead: 'It folds facts into state: charts, tables and their words are prepared in lib/view.',
  },
  {
    from: ['lib/traces'],
    may: [...GROUND, 'lib/dialects', 'lib/trajectory'],
    packages: PURE,
    instead: 'It reads documents of others as trajectories: storage and pages use its results.',
  },
  {
    from: ['lib/view'],
    may: [...GROUND, 'lib/projection', 'lib/contracts', 'lib/policy', 'lib/trajectory', 'lib/words'],
    packages: PURE,
    instead: 'A view prepares given data: let the service pass the finished numbers.',
  },
  {
    from: ['lib/methods/known-methods'],
    may: ['lib/domain', 'lib/errors', 'lib/methods'],
    packages: [],
    instead: 'The list of methods only lists them.',
  },
  {
    from: ['lib/methods'],
    may: [...GROUND, 'lib/ports', 'lib/methods/method', 'lib/methods/search', 'lib/methods/prompting'],
    packages: PURE,
    instead: 'A method knows neither other methods nor its caller: declare its needs in lib/methods/method.',
  },
  {
    from: ['lib/environments'],
    may: [...GROUND, 'lib/ports', 'lib/methods/ace', 'lib/methods/prompting'],
    packages: [...PURE, 'zod'],
    instead:
      'An environment reads what a world says and judges its end state: servers and models are ports that server/adapters fills.',
  },
  {
    from: ['lib/report'],
    may: [...GROUND, 'lib/ports', 'lib/policy', 'lib/words', 'lib/methods/method', 'lib/methods/prompting'],
    packages: PURE,
    instead: 'A report is called by the engine or a service: take the results as arguments.',
  },
  {
    from: ['lib/combee', 'lib/evaluation', 'lib/canary'],
    may: [...GROUND, 'lib/ports', 'lib/policy', 'lib/methods/method', 'lib/methods/prompting'],
    packages: PURE,
    instead:
      'Combee, evaluation and canary are called by the engine or a service: take the method and the results as arguments.',
  },
  {
    from: ['lib/engine'],
    may: [
      ...GROUND,
      'lib/ports',
      'lib/policy',
      'lib/methods/method',
      'lib/methods/search',
      'lib/combee',
      'lib/evaluation',
      'lib/report',
    ],
    packages: PURE,
    instead:
      'The engine takes concrete methods as arguments and knows no edge: bind them together in server/worker.',
  },
];

/**
 * Import directions as data. The first row whose `from` matches a file decides; a row lists everything that
 * its files may import, and its sentence says what to do instead.
 */
export interface DirectionRow {
  readonly from: readonly string[];
  /** Our own folders and files. */
  readonly may: readonly string[];
  /** Packages, `node:` for Node's own modules, `any` for all except those of `never`. */
  readonly packages: readonly string[];
  /** Packages and own folders that are refused although `may` or `packages` includes them. */
  readonly never?: readonly string[];
  readonly instead: string;
}

const GROUND = ['lib/domain', 'lib/errors', 'lib/stats', 'lib/random'];
/** Pure packages: numbers and texts in, numbers and texts out. */
const PURE = [
  '@bufbuild/protobuf',
  '@noble/hashes',
  'csv-parse',
  'diff',
  'gpt-tokenizer',
  'ipaddr.js',
  'pure-rand',
  're2js',
  'simple-statistics',
];
/** Shared by all code at the edge of the process. */
const EDGE = ['lib/contracts', 'lib/domain', 'lib/errors'];
const SCREEN = ['next', 'react', 'react-dom'];
const PLUMBING = ['server/config', 'server/observability', 'server/db'];
const SERVICES = ['server/services', 'server/serving'];
const STORES = ['server/repositories', 'server/ledger', 'server/events', 'server/jobs'];

const BELOW_PAGES = ['lib', ...PLUMBING, ...STORES, ...SERVICES, 'server/adapters', 'server/accounts'];
const PROCESSES = [...BELOW_PAGES, 'server/worker', 'server/commands', 'server/practice-model'];

export const DIRECTIONS: readonly DirectionRow[] = [
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
  {
    from: ['server/config', 'server/observability'],
    may: ['lib/domain', 'lib/errors', 'lib/ports', 'server/config', 'server/observability'],
    packages: ['any', 'node:'],
    never: SCREEN,
    instead:
      'Settings and observability are used by all layers and import none: let the caller pass the values.',
  },
  {
    from: ['server/db', ...STORES, 'server/adapters'],
    may: [...GROUND, 'lib/ports', 'lib/contracts', 'lib/projection', 'lib/words', ...PLUMBING, ...STORES],
    packages: ['any', 'node:'],
    never: [...SCREEN, 'next-auth'],
    instead:
      'A store or an adapter translates one outside thing: put the decision into a service or into lib.',
  },
  {
    from: ['server/accounts'],
    may: [...GROUND, 'lib/ports', 'lib/contracts', 'lib/policy', ...PLUMBING, 'server/repositories'],
    packages: ['any', 'node:'],
    never: SCREEN,
    instead: 'Accounts know people and keys, not pages: let server/http deal with requests.',
  },
  {
    from: ['server/serving'],
    may: [
      'lib',
      ...PLUMBING,
      ...STORES,
      'server/accounts',
      'server/adapters',
      'server/http',
      'server/serving',
    ],
    packages: ['any', 'node:'],
    never: [...SCREEN, 'lib/view'],
    instead:
      'Serving answers from memory and knows no framework: let a service decide and write, and the route mount the handler.',
  },
  {
    from: ['server/services'],
    may: ['lib', ...PLUMBING, ...STORES, 'server/accounts', 'server/serving'],
    packages: ['any', 'node:'],
    never: [...SCREEN, 'lib/view'],
    instead:
      'A service reads and writes through stores and leaves work to a job and charts to lib/view: queue it instead of calling the worker or an adapter, and fold facts in lib/projection.',
  },
  {
    from: ['server/practice-model'],
    may: ['lib', 'server/config', 'server/observability', 'server/http/unread-body'],
    packages: ['any', 'node:'],
    never: SCREEN,
    instead:
      'The practice model works only from the text that it is sent: it sees no database and no service.',
  },
  {
    from: ['server/worker', 'server/commands'],
    may: PROCESSES,
    packages: ['any', 'node:'],
    never: SCREEN,
    instead: 'Workers and commands have no pages: share the service, not the route or the component.',
  },
  {
    from: ['server/tools'],
    may: [...PROCESSES, 'e2e/support'],
    packages: ['any', 'node:'],
    never: SCREEN,
    instead:
      'A tool measures or tests the product from outside: share the service, not the route or the component.',
  },
  {
    from: ['server/http'],
    may: [...EDGE, 'lib/policy', 'server/config', 'server/observability', 'server/accounts'],
    packages: ['any', 'node:'],
    instead:
      'HTTP code translates requests and answers: let the route call the service that reads the stores.',
  },
  {
    from: ['server/operations'],
    may: [
      ...EDGE,
      'lib/ports/clock',
      'server/config',
      'server/observability',
      'server/http',
      'server/operations',
      ...SERVICES,
    ],
    packages: ['rou3'],
    instead:
      'A row binds an operation to its service: put the reading or deciding into server/services, and the transport into server/http.',
  },
  {
    from: ['app', 'proxy', 'instrumentation'],
    may: [
      'app',
      'components',
      ...EDGE,
      'lib/projection',
      'lib/view',
      'lib/policy',
      ...SERVICES,
      'server/http',
      'server/operations',
      'server/observability',
      'server/config',
    ],
    packages: ['any'],
    never: ['pg', 'pg-boss', 'openai', '@prisma/client'],
    instead:
      'A page calls one service and renders one view: put the reading or deciding into server/services.',
  },
  {
    from: ['components'],
    may: ['components', ...EDGE, 'lib/projection', 'lib/view', 'lib/words', 'lib/stats', 'lib/policy'],
    packages: ['any'],
    never: ['pg', 'pg-boss', 'openai', 'pino', '@prisma/client'],
    instead: 'A component draws its props: prepare the data in lib/view and fetch it through the API.',
  },
];

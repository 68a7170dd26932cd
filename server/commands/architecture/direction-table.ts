import type { DirectionRow } from './direction-row';
import { GROUND, LIB_DIRECTIONS } from './lib-directions';

/** Shared by all code at the edge of the process. */
const EDGE = ['lib/contracts', 'lib/domain', 'lib/errors'];
const SCREEN = ['next', 'react', 'react-dom'];
const PLUMBING = ['server/config', 'server/observability', 'server/db'];
const SERVICES = ['server/services', 'server/serving'];
const STORES = ['server/repositories', 'server/ledger', 'server/events', 'server/jobs'];

const BELOW_PAGES = ['lib', ...PLUMBING, ...STORES, ...SERVICES, 'server/adapters', 'server/accounts'];
const PROCESSES = [...BELOW_PAGES, 'server/worker', 'server/commands', 'server/practice-model'];

/**
 * Import directions as data. The first row whose `from` matches a file decides; a row lists everything that
 * its files may import, and its sentence says what to do instead.
 */
export const DIRECTIONS: readonly DirectionRow[] = [
  ...LIB_DIRECTIONS,
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
    may: [
      ...GROUND,
      'lib/ports',
      'lib/contracts',
      'lib/environments',
      'lib/projection',
      'lib/words',
      ...PLUMBING,
      ...STORES,
    ],
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

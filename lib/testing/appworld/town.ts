import { CodeFault } from './code-fault';
import type { Apis, Callable } from './run-code';

/** An imaginary town, Lindenmoor, with two apps of our own invention: notes, and the bank. */
export interface TownState {
  notes: { id: number; text: string }[];
  balance: number;
  readonly contacts: readonly { readonly name: string; readonly account: string }[];
  transfers: { to: string; amount: number; reason: string }[];
  /** Null = the task is not completed; undefined as answer = completed without one. */
  completed: { readonly answer: unknown } | null;
}

interface AppFunction {
  readonly description: string;
  /** Parameters that have to be given. */
  readonly needs: readonly string[];
  readonly may?: readonly string[];
  readonly run: (state: TownState, given: Readonly<Record<string, unknown>>) => unknown;
}

interface App {
  readonly description: string;
  readonly functions: Readonly<Record<string, AppFunction>>;
}

export const PAGE_SIZE = 5;

const APPS: Readonly<Record<string, App>> = {
  notes: {
    description: 'Short notes.',
    functions: {
      list: {
        description: `Notes in pages of ${PAGE_SIZE}, from page 0 on.`,
        needs: [],
        may: ['page'],
        run: ({ notes }, { page = 0 }) =>
          notes.slice(Number(page) * PAGE_SIZE, (Number(page) + 1) * PAGE_SIZE),
      },
      add: {
        description: 'Adds a note.',
        needs: ['text'],
        run: (state, { text }) => {
          const id = 1 + Math.max(0, ...state.notes.map((note) => note.id));
          state.notes.push({ id, text: String(text) });
          return { id };
        },
      },
      remove: {
        description: 'Removes a note.',
        needs: ['id'],
        run: (state, { id }) => {
          if (!state.notes.some((note) => note.id === id)) throw unknown('note', id);
          state.notes = state.notes.filter((note) => note.id !== id);
          return { removed: id };
        },
      },
    },
  },
  bank: {
    description: 'The bank of Lindenmoor.',
    functions: {
      balance: { description: 'Crowns in the account.', needs: [], run: ({ balance }) => balance },
      contacts: {
        description: 'Accounts of people by name.',
        needs: [],
        run: ({ contacts }) => [...contacts],
      },
      transfers: {
        description: 'Transfers, the oldest first.',
        needs: [],
        run: ({ transfers }) => [...transfers],
      },
      send: {
        description: 'Sends crowns to an account.',
        needs: ['account', 'amount', 'reason'],
        run: (state, { account, amount, reason }) => {
          if (!state.contacts.some((contact) => contact.account === account))
            throw unknown('account', account);
          if (typeof amount !== 'number' || amount <= 0 || amount > state.balance)
            throw new CodeFault(
              'Exception',
              'The bank refuses the transfer: the balance does not cover the amount.',
            );
          state.balance -= amount;
          state.transfers.push({ to: String(account), amount, reason: String(reason) });
          return { balance: state.balance };
        },
      },
    },
  },
  supervisor: {
    description: 'The person for whom the errands are.',
    functions: {
      complete_task: {
        description: 'Ends the errand.',
        needs: [],
        may: ['answer'],
        run: (state, { answer }) => {
          state.completed = { answer };
        },
      },
    },
  },
};

/** The functions of all apps on one state, with the app that explains them. */
export function townApis(state: TownState): Apis {
  const apis = new Map<string, ReadonlyMap<string, Callable>>();
  for (const [name, { functions }] of Object.entries(APPS)) {
    const callables = Object.entries(functions).map(
      ([called, described]) => [called, callable(called, described, state)] as const,
    );
    apis.set(name, new Map(callables));
  }
  return apis.set('api_docs', EXPLAINING);
}

function callable(name: string, { needs, may = [], run }: AppFunction, state: TownState): Callable {
  return (named, positional) => {
    if (positional.length > 0) throw new CodeFault('TypeError', `${name}() takes named parameters only`);
    const missing = needs.find((parameter) => !(parameter in named));
    if (missing !== undefined) throw new CodeFault('Exception', `${name}() needs the parameter "${missing}"`);
    const strange = Object.keys(named).find((parameter) => ![...needs, ...may].includes(parameter));
    if (strange !== undefined) throw new CodeFault('Exception', `${name}() has no parameter "${strange}"`);
    return structuredClone(run(state, named));
  };
}

const EXPLAINING: ReadonlyMap<string, Callable> = new Map<string, Callable>([
  [
    'show_app_descriptions',
    () => Object.entries(APPS).map(([name, { description }]) => ({ name, description })),
  ],
  [
    'show_api_descriptions',
    ({ app_name: app }) =>
      Object.entries(appOf(app).functions).map(([name, { description }]) => ({ name, description })),
  ],
  [
    'show_api_doc',
    ({ app_name: app, api_name: api }) => {
      const { functions } = appOf(app);
      const found = typeof api === 'string' && Object.hasOwn(functions, api) ? functions[api] : undefined;
      if (found === undefined) throw unknown('function', api);
      const { description, needs, may = [] } = found;
      return { name: api, description, required: needs, optional: may };
    },
  ],
]);

function appOf(name: unknown): App {
  const found = typeof name === 'string' && Object.hasOwn(APPS, name) ? APPS[name] : undefined;
  if (found === undefined) throw unknown('app', name);
  return found;
}

const unknown = (what: string, which: unknown) =>
  new CodeFault('Exception', `There is no ${what} ${String(which)}.`);

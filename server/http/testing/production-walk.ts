import type { Actor, Role } from '@/lib/domain/actor';
import type { manualClock } from '@/lib/testing/manual-clock';
import { callAs, operationNamed } from '@/server/operations/call-operation';
import { tickCanary } from '@/server/services/promotion/count/tick-canaries';
import { type SeededSlot, seedSlot } from './seed-canary';
import { sessionHeaders } from './sessions';
import { BASE_URL, type TestApi } from './test-api';

/**
 * A slot with a hand-written prompt and one learned by a run, and all requests that a person may send about
 * them: those that change the flag, those that lead there, and those that only try. Contains no rule: the
 * test decides what is allowed.
 */
export type Person = Role | 'second';
export type Who =
  | `person ${Person}`
  | `key ${Role}`
  | 'slot key'
  | 'key of another slot'
  | 'browser key'
  | 'command line'
  | 'anonymous';

export const WHO: readonly Who[] = [
  ...(['person owner', 'person experimenter', 'person reviewer', 'person second', 'person viewer'] as const),
  ...(['key owner', 'key experimenter', 'key reviewer', 'key viewer'] as const),
  ...(['slot key', 'key of another slot', 'browser key', 'command line', 'anonymous'] as const),
];

export interface Ground {
  readonly api: TestApi;
  readonly clock: ReturnType<typeof manualClock>;
  /** A run that measured its candidate on held-out. */
  readonly from: { readonly runId: string; readonly candidateHash: string };
}

export interface World extends Ground {
  readonly slot: SeededSlot;
  readonly draft: object;
  /** In the order of drafting; requests refer to the last. */
  readonly canaries: string[];
  readonly keys: Map<Who, string>;
  made: number;
}

const HOUR = 3_600_000;
const PLAN = {
  failureLevel: 'low',
  ...{ margin: 0.5, share: 1, windowHours: 48, pairsMin: 200, pairsPlanned: 200, lookEvery: 100 },
  outcomeWindowHours: 1,
  acceptsLowPower: true,
};
/** Full traffic at once after one approval, or in steps after two. */
export const PLANS = [PLAN, { ...PLAN, approvers: 2, liveSteps: [0.05, 1], stepHours: 1 }] as const;

let worlds = 0;

export async function newWorld(ground: Ground, draft: object, { isEmpty = false } = {}): Promise<World> {
  worlds += 1;
  const slot = await seedSlot(ground.api, `way_${worlds}`, { from: ground.from });
  if (isEmpty)
    await ground.api.database.db.slot.update({ where: { id: slot.slotId }, data: { livePromptId: null } });
  return { ...ground, slot, draft, canaries: [], keys: new Map(), made: 0 };
}

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly json: any;
}

type Ask = (operationId: string, asked: Asked) => Promise<Answer>;

/** Calls the real handler of the route, with the credentials of `who`. */
function asker(world: World, who: Who): Ask {
  const { api } = world;
  return async (operationId, asked) => {
    if (who !== 'command line')
      return api.call(operationId, { ...asked, as: null, headers: await headersOf(world, who) });
    const { params = {}, body } = asked;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await callAs(OPERATOR, operationNamed(operationId), { params, ...sent });
    return { status: answer.status, json: await answer.json() };
  };
}

const OPERATOR: Actor = {
  ...{ workspaceId: 'wsp_test', role: 'owner', name: 'command line', via: 'command' },
  ...{ userId: null, keyId: null },
};

async function headersOf(world: World, who: Who): Promise<Readonly<Record<string, string>>> {
  if (who === 'anonymous') return {};
  if (who.startsWith('person ')) {
    const userId = `usr_${who.slice(7)}`;
    return sessionHeaders(world.api, { userId, signedInAtMs: world.clock.nowMs() });
  }
  const role = (['owner', 'experimenter', 'reviewer', 'viewer'] as const).find((one) => who === `key ${one}`);
  const secret = role === undefined ? await slotKeyOf(world, who) : world.api.keys[role];
  const isBrowser = who === 'browser key';
  return { authorization: `Bearer ${secret}`, ...(isBrowser ? { origin: BASE_URL } : {}) };
}

/** With every scope that such a key can have. */
async function slotKeyOf(world: World, who: Who): Promise<string> {
  const known = world.keys.get(who);
  if (known !== undefined) return known;
  const isOther = who === 'key of another slot';
  const { slotId } = isOther ? await seedSlot(world.api, `beside_${world.slot.slotId}`) : world.slot;
  const rights =
    who === 'browser key'
      ? { use: 'browser', origins: [BASE_URL] }
      : { use: 'server', scopes: ['evaluate', 'ingest', 'rollback'] };
  const made = await world.api.call('createSlotKey', { params: { slotId }, body: { name: who, ...rights } });
  world.keys.set(who, made.json.secret);
  return made.json.secret;
}

const params = ({ canaries }: World) => ({ canaryId: canaries.at(-1) ?? 'cny_none' });
const ofSlot = ({ slot: { slotId } }: World) => ({ slotId });
const row = (world: World) =>
  world.api.database.db.canary.findUnique({ where: { id: params(world).canaryId } });

async function drafted(world: World, ask: Ask, promptId: string): Promise<Answer> {
  const answer = await ask('draftCanary', { body: { ...ofSlot(world), promptId, draft: world.draft } });
  if (answer.status === 201) world.canaries.push(answer.json.id);
  return answer;
}

async function postBatch(world: World, ask: Ask, challenger: 0 | 1): Promise<Answer> {
  world.clock.advance(2 * HOUR);
  world.made += 1;
  const requests = Array.from({ length: 200 }, (_, index) => ({ requestKey: `${world.made}-${index}` }));
  const taken = await ask('postExposures', { params: ofSlot(world), body: { requests } });
  const exposures: { exposureId: string }[] = taken.json?.canaries?.[0]?.exposures ?? [];
  if (exposures.length === 0) return taken;
  const answer = (score: number) => ({ score, latencyMs: 100 });
  const outcomes = exposures.map(({ exposureId }, index) => {
    const incumbent = answer(index % 5 === 0 ? 1 - challenger : 1);
    return { exposureId, incumbent, challenger: answer(challenger) };
  });
  return ask('postOutcomes', { params: ofSlot(world), body: { outcomes } });
}

/** Everything that may be tried; each is a request to the product, except for passing time and the worker. */
export const ATTEMPTS = {
  draft: (world, ask) => drafted(world, ask, world.slot.challengerId),
  draftWritten: (world, ask) => drafted(world, ask, world.slot.incumbentId),
  amend: (world, ask) =>
    ask('amendCanary', {
      params: params(world),
      body: { promptId: world.slot.challengerId, draft: world.draft },
    }),
  register: (world, ask) => ask('registerCanary', { params: params(world) }),
  start: (world, ask) => ask('startCanary', { params: params(world) }),
  goodOutcomes: (world, ask) => postBatch(world, ask, 1),
  badOutcomes: (world, ask) => postBatch(world, ask, 0),
  timePasses: async (world) => {
    // With the hours before the outcomes this makes a whole day, and no day without a request.
    world.clock.advance(23 * HOUR);
    if (await row(world)) await tickCanary(params(world).canaryId, world.clock);
    return { status: 200, json: null };
  },
  approve: async (world, ask) =>
    ask('approveCanary', {
      params: params(world),
      body: { hash: (await row(world))?.evidenceHash ?? 'a'.repeat(64) },
    }),
  approveAnotherHash: (world, ask) =>
    ask('approveCanary', { params: params(world), body: { hash: 'b'.repeat(64) } }),
  requestChanges: (world, ask) =>
    ask('requestCanaryChanges', { params: params(world), body: { note: 'No.' } }),
  goLive: (world, ask) => ask('goLiveWithCanary', { params: params(world) }),
  advance: async (world, ask) =>
    ask('advanceCanary', { params: params(world), body: { step: (await row(world))?.step ?? 0 } }),
  revertCanary: (world, ask) => ask('revertCanary', { params: params(world), body: {} }),
  withdraw: (world, ask) => ask('withdrawCanary', { params: params(world), body: {} }),
  revertSlot: (world, ask) => ask('revertSlot', { params: ofSlot(world), body: {} }),
  firstWritten: (world, ask) => first(world, ask, world.slot.incumbentId),
  firstLearned: (world, ask) => first(world, ask, world.slot.challengerId),
  /** A learned prompt, submitted as a hand-written one and then named as the code's current prompt. */
  firstWashed: async (world, ask) => {
    const body = { source: 'written', text: world.slot.challengerId };
    const added = await ask('addSlotPrompt', { params: ofSlot(world), body });
    return added.status === 201 ? first(world, ask, added.json.promptId) : added;
  },
  archive: (world, ask) => ask('archiveSlot', { params: ofSlot(world) }),
  restore: (world, ask) => ask('restoreSlot', { params: ofSlot(world) }),
  /** The pointer itself, in the body of an operation that changes other fields. */
  editSlot: (world, ask) =>
    ask('renameSlot', {
      params: ofSlot(world),
      body: { name: 'Mine', livePromptId: world.slot.challengerId },
    }),
} satisfies Record<string, (world: World, ask: Ask) => Promise<Answer>>;
export type Attempt = keyof typeof ATTEMPTS;

const first = (world: World, ask: Ask, promptId: string) =>
  ask('setFirstPrompt', { params: ofSlot(world), body: { promptId, reason: 'It is what we serve.' } });

/** True if it was done. Most are refused; none may be a server error. */
export async function attempt(world: World, name: Attempt, who: Who): Promise<boolean> {
  const { status, json } = await ATTEMPTS[name](world, asker(world, who));
  if (status >= 500) throw new Error(`${name} by ${who}: ${status} ${JSON.stringify(json)}`);
  return status < 300;
}

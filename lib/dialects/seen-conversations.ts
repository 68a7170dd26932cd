import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { idOf, isObject } from './read-json';

/** A conversation up to and with a reply, in the dialect's own items. */
export interface SeenTurn {
  readonly items: readonly JsonObject[];
  /** Fields that later turns take over without sending them again. */
  readonly fields: JsonObject;
}

const CHARACTERS_MAX = 32_000_000;

/**
 * Conversations and items of one rollout, by the ids under which later requests refer to them. Bounded: what was not
 * referred to for longest is forgotten first, and a request that refers to it is refused.
 */
export class SeenConversations {
  readonly #entries = new Map<string, { readonly turn: SeenTurn; readonly characters: number }>();
  /** Turns of one conversation share their items, so each item is counted once. */
  readonly #sizes = new WeakMap<JsonObject, number>();
  #characters = 0;

  constructor(private readonly charactersMax = CHARACTERS_MAX) {}

  turn(id: string): SeenTurn | undefined {
    return this.#entry(`turn ${id}`);
  }

  item(id: string): JsonObject | undefined {
    return this.#entry(`item ${id}`)?.items[0];
  }

  keepTurn(id: string, turn: SeenTurn): void {
    this.#keep(`turn ${id}`, turn);
  }

  /** Items without an id cannot be referred to. */
  keepItem(item: JsonObject): void {
    const id = idOf(item.id);
    if (id !== null) this.#keep(`item ${id}`, { items: [item], fields: {} });
  }

  #entry(key: string): SeenTurn | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.turn;
  }

  #keep(key: string, turn: SeenTurn): void {
    this.#forget(key);
    const characters = [turn.fields, ...turn.items].reduce((sum, item) => sum + this.#sizeOf(item), 0);
    this.#entries.set(key, { turn, characters });
    this.#characters += characters;
    for (const oldest of this.#entries.keys()) {
      if (this.#characters <= this.charactersMax) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#characters -= this.#entries.get(key)?.characters ?? 0;
    this.#entries.delete(key);
  }

  #sizeOf(item: JsonObject): number {
    const known = this.#sizes.get(item);
    if (known !== undefined) return known;
    const size = charactersOf(item);
    this.#sizes.set(item, size);
    return size;
  }
}

function charactersOf(value: JsonValue | undefined): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + charactersOf(each), 2);
  if (!isObject(value)) return 4;
  return Object.entries(value).reduce((sum, [name, each]) => sum + name.length + charactersOf(each), 2);
}

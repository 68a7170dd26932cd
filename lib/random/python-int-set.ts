/**
 * A set of small whole numbers that iterates as CPython's does (3.11, Objects/setobject.c): open addressing, up to ten
 * neighbours looked at before the next jump, the table grown fourfold. A program that draws from `list(a_set)` draws by
 * this order, so repeating its draws takes repeating the order. To our own plans any fixed order would do.
 *
 * Knows only what GEPA does with sets: add, copy, intersect. The hash of a whole number from 0 up is the number.
 */
const SMALLEST_TABLE = 8;
const NEIGHBOURS = 9;

export class PythonIntSet implements Iterable<number> {
  private table: (number | undefined)[];
  private used = 0;

  constructor(elements: Iterable<number> = []) {
    this.table = emptyTable(SMALLEST_TABLE);
    for (const element of elements) this.add(element);
  }

  /** As `set(other_set)`: the table is sized for all at once, which may order them anew. */
  static copyOf(other: PythonIntSet): PythonIntSet {
    const copy = new PythonIntSet();
    if (other.used * 5 >= (SMALLEST_TABLE - 1) * 3) copy.table = emptyTable(sizeAbove(other.used * 2));
    // Tables of one size are copied slot by slot, since collisions may have moved an element from its first slot.
    if (copy.table.length === other.table.length) copy.table = [...other.table];
    else for (const element of other) place(copy.table, element);
    copy.used = other.used;
    return copy;
  }

  get size(): number {
    return this.used;
  }

  has(element: number): boolean {
    return this.table[slotOf(this.table, element)] === element;
  }

  add(element: number): void {
    const slot = slotOf(this.table, element);
    if (this.table[slot] === element) return;
    this.table[slot] = element;
    this.used += 1;
    if (this.used * 5 >= (this.table.length - 1) * 3) this.grow();
  }

  /** As `this & other`: walks the smaller one, `other` where both are of one size. */
  intersection(other: PythonIntSet): PythonIntSet {
    const [walked, asked] = other.size > this.size ? [this, other] : [other, this];
    return new PythonIntSet([...walked].filter((element) => asked.has(element)));
  }

  *[Symbol.iterator](): Iterator<number> {
    for (const element of this.table) if (element !== undefined) yield element;
  }

  private grow(): void {
    const elements = [...this];
    this.table = emptyTable(sizeAbove(this.used * 4));
    for (const element of elements) place(this.table, element);
  }
}

const emptyTable = (size: number): (number | undefined)[] => Array.from({ length: size }, () => undefined);

function sizeAbove(least: number): number {
  let size = SMALLEST_TABLE;
  while (size <= least) size *= 2;
  return size;
}

function place(table: (number | undefined)[], element: number): void {
  table[slotOf(table, element)] = element;
}

/** Where the element is, or the first free slot on its way. The table always has one. */
function slotOf(table: readonly (number | undefined)[], element: number): number {
  const mask = table.length - 1;
  let perturbation = element;
  let slot = element & mask;
  for (;;) {
    // Near the end of the table only the slot itself is looked at, so that no run leaves the table.
    const last = slot + NEIGHBOURS <= mask ? slot + NEIGHBOURS : slot;
    for (let near = slot; near <= last; near += 1) {
      if (table[near] === undefined || table[near] === element) return near;
    }
    perturbation >>>= 5;
    slot = (slot * 5 + 1 + perturbation) & mask;
  }
}

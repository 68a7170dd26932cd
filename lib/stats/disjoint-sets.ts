/**
 * Union-find over 0 to size - 1, with path halving. The root of a set is its lowest member. Cost: near-linear in the number
 * of calls.
 */
export class DisjointSets {
  private readonly parent: number[];

  constructor(size: number) {
    this.parent = Array.from({ length: size }, (_, index) => index);
  }

  root(member: number): number {
    const { parent } = this;
    let at = member;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? at] ?? at;
      at = parent[at] ?? at;
    }
    return at;
  }

  join(a: number, b: number): void {
    const [low, high] = [this.root(a), this.root(b)].sort((one, other) => one - other);
    if (low !== undefined && high !== undefined) this.parent[high] = low;
  }
}

/**
 * k-medoids by turns (Park and Jun 2009): every point joins its nearest medoid, then every cluster takes as its medoid
 * the member with the least total distance to the others; until the cost, the sum of all points' distances to their
 * medoids, no longer falls. With squared Euclidean distances that member is the one nearest to the centroid.
 *
 * Ties are settled: a point joins the medoid with the lowest index (a medoid always itself), and a medoid gives way
 * only to a strictly better member, the lowest index among equals. So the result depends on the start alone.
 * It is a local optimum. Cost of a turn: about n k + n^2 / k distances.
 */
export interface KMedoidsInput {
  readonly points: number;
  /** Different points, one a cluster. */
  readonly start: readonly number[];
  /** Symmetric, not negative, 0 of a point to itself. */
  readonly distance: (a: number, b: number) => number;
}

export interface Clustering {
  /** Ascending. */
  readonly medoids: readonly number[];
  /** The medoid of each point. */
  readonly medoidOf: readonly number[];
  readonly cost: number;
}

export function kMedoids({ points, start, distance }: KMedoidsInput): Clustering {
  let best = assigned(points, start, distance);
  for (;;) {
    const next = assigned(points, betterMedoids(best, distance), distance);
    // Strictly: there are finitely many clusterings, so a cost that must fall each time ends.
    if (!(next.cost < best.cost)) return best;
    best = next;
  }
}

type Distance = KMedoidsInput['distance'];

function assigned(points: number, unordered: readonly number[], distance: Distance): Clustering {
  const medoids = [...new Set(unordered)].sort((a, b) => a - b);
  const own = new Set(medoids);
  let cost = 0;
  const medoidOf = Array.from({ length: points }, (_, point) => {
    if (own.has(point)) return point;
    let nearest = point;
    let least = Number.POSITIVE_INFINITY;
    for (const medoid of medoids) {
      const away = distance(point, medoid);
      if (away < least) [nearest, least] = [medoid, away];
    }
    cost += nearest === point ? 0 : least;
    return nearest;
  });
  return { medoids, medoidOf, cost };
}

function betterMedoids({ medoids, medoidOf }: Clustering, distance: Distance): number[] {
  return medoids.map((medoid) => {
    const members = medoidOf.flatMap((of, point) => (of === medoid ? [point] : []));
    const total = (centre: number) => members.reduce((sum, member) => sum + distance(centre, member), 0);
    let best = medoid;
    let least = total(medoid);
    for (const member of members) {
      const sum = total(member);
      if (sum < least) [best, least] = [member, sum];
    }
    return best;
  });
}

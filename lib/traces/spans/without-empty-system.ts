import type { Trajectory } from '@/lib/domain/trajectory';

/** The trajectory without system steps that have no text: nothing was recorded there. */
export function withoutEmptySystem(trajectory: Trajectory): Trajectory {
  const { steps, branches = [] } = trajectory;
  const isKept = steps.map(({ source, text }) => source !== 'system' || text !== '');
  if (isKept.every(Boolean)) return trajectory;
  let kept = 0;
  /** New index of each step; of one that is left out, the index of the step before it. */
  const places = isKept.map((isOne) => (isOne ? kept++ : kept - 1));
  const placeOf = (after: number | null) => {
    const place = after === null ? -1 : (places[after] ?? -1);
    return { after: place < 0 ? null : place };
  };
  return {
    ...trajectory,
    steps: steps.filter((_, index) => isKept[index]),
    branches: branches.map(({ after }) => placeOf(after)),
  };
}

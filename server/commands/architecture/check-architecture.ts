import { checkCasts } from './cast-rule';
import { checkCycles } from './cycle-rule';
import { checkDirections } from './direction-rules';
import { checkLevels } from './level-rules';
import { checkPlaces } from './place-rules';
import { checkPurity } from './purity-rules';
import { checkShapes } from './shape-rules';
import type { SourceFile, Violation } from './source-file';

/** All rules of the house over all files; empty when the house is in order. */
export function checkArchitecture(files: readonly SourceFile[]): Violation[] {
  const found = [
    ...checkDirections(files),
    ...checkLevels(files),
    ...checkPurity(files),
    ...checkPlaces(files),
    ...checkShapes(files),
    ...checkCycles(files),
    ...checkCasts(files),
  ];
  return found.sort((a, b) => a.file.localeCompare(b.file));
}

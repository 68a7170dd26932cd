/**
 * Whether figures hold: registered seeds through the code that the pages take them from, with the truth known. An error
 * rate misses where even its lower 99 % bound is above the nominal rate. Up to twenty minutes of a quiet machine.
 */
import type { BenchRow } from '../bench-row';
import { measureFlatCurves } from './flat-curve-power';
import { measureKeptQuality } from './kept-quality';
import { measureMetTargets } from './met-targets';
import { measureNullSweeps } from './null-sweep';
import { measureReportedGains } from './reported-gain';
import { measureStalledSearches } from './stalled-search';
import { measureVerdictAgreement } from './verdict-agreement';

const PARTS = [
  measureVerdictAgreement,
  measureReportedGains,
  measureMetTargets,
  measureKeptQuality,
  measureNullSweeps,
  measureStalledSearches,
  measureFlatCurves,
] as const;

export async function measureHonesty(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const part of PARTS) {
    process.stderr.write(`  ${part.name} …\n`);
    rows.push(...(await part()));
  }
  return rows;
}

import { loadAdapter, MUST_COVER } from './adapter-table';
import { difference } from './compare';
import type { GoldenAdapter, GoldenCase, GoldenFile, ReadNamed } from './golden-adapter';

/**
 * Runs vector files through their adapters and counts. It knows neither disks nor consoles: the command hands it
 * parsed files and prints what it returns.
 *
 * passed, failed, excused and not covered are disjoint. "Not covered" (no adapter, or a group that the adapter lacks)
 * counts as failed in a file that must be covered or that has an adapter.
 */
export interface GoldenFileReport {
  readonly stem: string;
  readonly status: 'run' | 'absent' | 'unreadable';
  readonly required: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly notCovered: number;
  readonly excused: number;
  /** Cases that count against the run: failed, and not covered where that is not allowed. */
  readonly counted: number;
  /** One line a failed or excused case. */
  readonly lines: readonly string[];
}

export interface GoldenReport {
  readonly files: readonly GoldenFileReport[];
  readonly passed: number;
  readonly failed: number;
}

/** A file as it was found: parsed, or the reason why it could not be. */
export type FoundFile = GoldenFile | { readonly stem: string; readonly unreadable: string };

export type AdapterLoader = (stem: string) => Promise<GoldenAdapter | undefined>;

/** Where cases come from: their adapters, and the files that they name. */
interface GoldenSources {
  readonly load?: AdapterLoader;
  readonly readNamed?: ReadNamed;
}

const readNothing: ReadNamed = (file) => {
  throw new Error(`the file ${file}, which the case names, is not at hand`);
};

/** At most this share of a file's cases may be excused; one more and none is. */
const EXCUSED_SHARE_MAX = 0.03;

export async function runGolden(
  found: readonly FoundFile[],
  { load = loadAdapter, readNamed = readNothing }: GoldenSources = {},
): Promise<GoldenReport> {
  const reports: GoldenFileReport[] = [];
  for (const file of found) reports.push(await runFile(file, { load, readNamed }));
  const absent = MUST_COVER.filter((stem) => !found.some((file) => file.stem === stem));
  const files = [...reports, ...absent.map((stem) => emptyReport(stem, 'absent'))];
  return {
    files,
    passed: files.reduce((total, file) => total + file.passed, 0),
    failed: files.reduce((total, file) => total + file.counted, 0),
  };
}

async function runFile(
  file: FoundFile,
  { load, readNamed }: Required<GoldenSources>,
): Promise<GoldenFileReport> {
  if ('unreadable' in file) {
    return { ...emptyReport(file.stem, 'unreadable'), counted: 1, lines: [`failed: ${file.unreadable}`] };
  }
  const required = MUST_COVER.includes(file.stem);
  const total = Object.values(file.groups).reduce((sum, cases) => sum + cases.length, 0);
  const loaded = await loadSafely(load, file.stem);
  if (typeof loaded === 'string')
    return { ...emptyReport(file.stem, 'run'), counted: Math.max(1, total), lines: [loaded] };
  const { adapter } = loaded;
  if (adapter === undefined) {
    const counted = required ? Math.max(1, total) : 0;
    return { ...emptyReport(file.stem, 'run'), notCovered: total, counted };
  }
  if (total === 0)
    return { ...emptyReport(file.stem, 'run'), counted: 1, lines: ['failed: the file holds no case'] };

  const outcomes: CaseOutcome[] = [];
  for (const [group, cases] of Object.entries(file.groups)) {
    for (const testCase of cases) outcomes.push(await runCase({ adapter, group, testCase, readNamed }));
  }
  const count = (kind: CaseOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const overExcused = count('excused') > total * EXCUSED_SHARE_MAX;
  const failed = count('failed') + (overExcused ? count('excused') : 0);
  const lines = outcomes.flatMap((outcome) => (outcome.line === undefined ? [] : [outcome.line]));
  if (overExcused)
    lines.push(`failed: ${count('excused')} of ${total} cases would be excused, more than 3 % of the file`);
  return {
    stem: file.stem,
    status: 'run',
    required,
    passed: count('passed'),
    failed,
    notCovered: count('notCovered'),
    excused: overExcused ? 0 : count('excused'),
    counted: failed + count('notCovered'),
    lines,
  };
}

/** An adapter that breaks while it is loaded fails its own file, not the others. */
async function loadSafely(
  load: AdapterLoader,
  stem: string,
): Promise<{ readonly adapter: GoldenAdapter | undefined } | string> {
  try {
    return { adapter: await load(stem) };
  } catch (error) {
    return `failed: its adapter cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
  }
}

interface CaseOutcome {
  readonly kind: 'passed' | 'failed' | 'excused' | 'notCovered';
  readonly line?: string;
}

interface CaseRun {
  readonly adapter: GoldenAdapter;
  readonly group: string;
  readonly testCase: GoldenCase;
  readonly readNamed: ReadNamed;
}

async function runCase({ adapter, group, testCase, readNamed }: CaseRun): Promise<CaseOutcome> {
  const check = Object.hasOwn(adapter.groups, group) ? adapter.groups[group] : undefined;
  if (check === undefined)
    return { kind: 'notCovered', line: `not covered: ${testCase.id} (group ${group})` };
  const fault = await faultOf(async () => {
    const comparisons = await check(testCase, readNamed);
    if (comparisons.length === 0) return 'nothing was compared';
    return comparisons.map(difference).find((found) => found !== undefined);
  });
  if (fault === undefined) return { kind: 'passed' };
  const excuse = adapter.excuses?.find(({ applies }) => applies(group, testCase));
  if (excuse !== undefined)
    return { kind: 'excused', line: `excused (${excuse.defect}): ${testCase.id}: ${fault}` };
  return { kind: 'failed', line: `failed: ${testCase.id}: ${fault}` };
}

/** A case that throws has failed; why is told, and the next case runs. */
async function faultOf(run: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await run();
  } catch (error) {
    return `threw ${error instanceof Error ? error.message : String(error)}`;
  }
}

function emptyReport(stem: string, status: GoldenFileReport['status']): GoldenFileReport {
  const required = MUST_COVER.includes(stem);
  return { stem, status, required, passed: 0, failed: 0, notCovered: 0, excused: 0, counted: 0, lines: [] };
}

import type { CurveMapping, ImportedMethod, ImportedRun, LeftOut } from '@/lib/domain/imported-run';
import { faultAt, type ImportFault, type SourceFile } from '../import/import-types';

/** Shared types of the readers of the four sources: their choices, their answer, and their findings. */
export interface RunFile extends SourceFile {
  /** With its folders, as in `iterations/seed/meta.json`: they say what a file is. */
  readonly name: string;
}

export interface RunChoices {
  /** Columns or metrics; what is not mapped is suggested. */
  readonly mapping?: CurveMapping | undefined;
  readonly scale: 'share' | 'percent';
  readonly method?: ImportedMethod | undefined;
  readonly seenUnit?: ImportedRun['seenUnit'] | undefined;
  readonly scoredOn?: ImportedRun['scoredOn'] | undefined;
}

export interface ReadRun {
  readonly run: ImportedRun;
  /** Columns or metrics that can be mapped; empty where the source names its own parts. */
  readonly names: readonly string[];
  readonly mapping: CurveMapping | null;
}

/** A curve of more points than these is a log, and no chart can show it. */
export const POINTS_MAX = 5000;

export class Findings {
  readonly faults: ImportFault[] = [];
  readonly notes: string[] = [];
  readonly #leftOut = new Map<string, string[]>();

  fault(file: string, line: number | null, message: string): void {
    this.faults.push(faultAt({ file, line, row: 1 }, message));
  }

  note(sentence: string): void {
    if (!this.notes.includes(sentence)) this.notes.push(sentence);
  }

  leaveOut(what: string, why: string): void {
    this.#leftOut.set(why, [...(this.#leftOut.get(why) ?? []), what]);
  }

  /** One entry a reason, since a directory may hold thousands of files of one kind. */
  leftOut(): LeftOut[] {
    return [...this.#leftOut].map(([why, names]) => ({
      what:
        names.length <= NAMED
          ? names.join(', ')
          : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`,
      why,
    }));
  }
}

const NAMED = 5;

/** The last part of a path. */
export function baseName(path: string): string {
  return path.split('/').at(-1) ?? path;
}

import type { ImportDatasetInput } from '@/lib/contracts/datasets';
import type { Problem } from '@/lib/contracts/problem';
import type { FieldMapping, ImportPreset } from '@/lib/evaluation/import/import-types';

/** Messages between the worker and the thread that carries an import. */
export interface ImportWork {
  readonly databaseUrl: string;
  readonly importId: string;
  readonly tries: number;
  readonly workspaceId: string;
  readonly startedBy: string;
  readonly name: string;
  readonly files: readonly { readonly name: string; readonly parts: number }[];
  readonly options: Omit<ImportDatasetInput, 'preset' | 'mapping' | 'name'> & {
    readonly preset: ImportPreset;
    readonly mapping: FieldMapping;
  };
}

export interface ImportProgress {
  readonly state: 'reading' | 'saving';
  readonly bytesRead: number;
  readonly records: number;
  readonly faultCount: number;
  readonly saved: number;
}

export type ImportProblem = Pick<Problem, 'code' | 'detail' | 'fields' | 'howToProceed' | 'ruleId'>;

export type ImportMessage =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'failed'; readonly problem: ImportProblem }
  | { readonly kind: 'finished' };

'use client';

import { createContext } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ExperimentDraft } from '@/lib/view/experiment-draft';

/** The form of an experiment, for its fields. */
export interface DraftForm extends UseFormReturn<ExperimentDraft> {
  /** As it is typed, with the first known task, data set, split and models where none is chosen yet. */
  readonly draft: ExperimentDraft;
  readonly fault: (path: string) => string | undefined;
}

export const DraftContext = createContext<DraftForm | null>(null);

'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { checkConfiguration, importConfiguration } from '@/lib/contracts/configuration-files';

/** A configuration as a file: obstacles to its import, and the import itself. */
export interface ConfigurationFile {
  readonly text: string;
  /** Left out: as in the file. */
  readonly name?: string;
  /** Ids of the file to ids of this workspace. */
  readonly map?: Readonly<Record<string, string>>;
}

export function useCheckConfiguration() {
  return useMutation({ mutationFn: (text: string) => callApi(checkConfiguration, { body: { text } }) });
}

export function useImportConfiguration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: ConfigurationFile) => callApi(importConfiguration, { body: file }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['experiments'] }),
  });
}

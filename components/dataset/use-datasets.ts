'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import {
  archiveDataset,
  type DatasetDetail,
  getDataset,
  importDataset,
  listDatasets,
  listExamples,
  previewImport,
} from '@/lib/contracts/datasets';
import { deleteSplit, listSplits, registerSplit, type registerSplitBody } from '@/lib/contracts/splits';
import type { SplitName } from '@/lib/domain/split';

const PAGE = 100;

export function useDatasets(search = '', archived = false) {
  return usePages({
    key: ['datasets', search, archived],
    size: PAGE,
    keepsShown: true,
    read: (page, signal) =>
      callApi(listDatasets, {
        query: { ...page, search, archived: archived ? 'true' : 'false' },
        signal,
      }),
  });
}

export function useDataset(initial: DatasetDetail) {
  return useQuery({
    queryKey: ['dataset', initial.id],
    queryFn: ({ signal }) => callApi(getDataset, { params: { datasetId: initial.id }, signal }),
    initialData: initial,
  });
}

export interface ExampleFilter {
  readonly search: string;
  readonly splitId: string;
  readonly split: SplitName | '';
}

export function useExamples(datasetId: string, filter: ExampleFilter) {
  return usePages({
    key: ['examples', datasetId, filter],
    size: PAGE,
    read: ({ limit, cursor }, signal) =>
      callApi(listExamples, {
        params: { datasetId },
        query: {
          limit,
          search: filter.search,
          splitId: filter.splitId,
          ...(filter.splitId === '' || filter.split === '' ? {} : { split: filter.split }),
          ...(cursor === undefined ? {} : { cursor: Number(cursor) }),
        },
        signal,
      }),
  });
}

/** A form with the files and, as JSON text, how to read them. */
export function uploadOf(files: readonly File[], options: object): FormData {
  const form = new FormData();
  // The options first: a column that has to be chosen is asked for before the files are sent.
  form.append('options', JSON.stringify(options));
  for (const file of files) form.append('files', file);
  return form;
}

/** Bytes of each file that a preview reads. */
const HEAD_BYTES = 1_000_000;

export interface Upload {
  readonly files: readonly File[];
  readonly options: object;
}

export function usePreviewImport() {
  return useMutation({
    mutationFn: ({ files, options }: Upload) => {
      const cut = files.filter(({ size }) => size > HEAD_BYTES).map(({ name }) => name);
      const heads = files.map((file) => new File([file.slice(0, HEAD_BYTES)], file.name));
      return callApi(previewImport, { body: uploadOf(heads, { ...options, cut }) });
    },
  });
}

export function useImportDataset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ files, options }: Upload) => callApi(importDataset, { body: uploadOf(files, options) }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
  });
}

export function useArchiveDataset(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(archiveDataset, { params: { datasetId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
  });
}

export function useSplits(datasetId: string | null) {
  return useQuery({
    queryKey: ['splits', datasetId],
    enabled: datasetId !== null,
    queryFn: async ({ signal }) =>
      (await callApi(listSplits, { params: { datasetId: datasetId ?? '' }, signal })).items,
  });
}

export function useRegisterSplit(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof registerSplitBody>) =>
      callApi(registerSplit, { params: { datasetId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['splits', datasetId] }),
  });
}

/** For a data set that has just been made, whose id is known only then. */
export function useRegisterFirstSplit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      datasetId,
      ...body
    }: z.input<typeof registerSplitBody> & { readonly datasetId: string }) =>
      callApi(registerSplit, { params: { datasetId }, body }),
    onSuccess: (_, { datasetId }) => client.invalidateQueries({ queryKey: ['splits', datasetId] }),
  });
}

export function useDeleteSplit(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (splitId: string) => callApi(deleteSplit, { params: { splitId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['splits', datasetId] }),
  });
}

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import {
  archiveIntake,
  createIntake,
  estimateIntake,
  finishIntake,
  type IntakeView,
  listIntakes,
  readStatedInputs,
} from '@/lib/contracts/intakes';
import { listRuns } from '@/lib/contracts/run-list';

const PAGE = 50;
const INTAKES = ['intakes'];

export function useIntakes() {
  return usePages({
    key: INTAKES,
    read: (page, signal) => callApi(listIntakes, { query: page, signal }),
  });
}

export function useCreateIntake() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => callApi(createIntake, { body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: INTAKES }),
  });
}

export function useArchiveIntake() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (intakeId: string) => callApi(archiveIntake, { params: { intakeId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: INTAKES }),
  });
}

/** Asked again with every saved change. */
export function useIntakeEstimate({ id, revision }: Pick<IntakeView, 'id' | 'revision'>) {
  return useQuery({
    queryKey: ['intake-estimate', id, revision],
    queryFn: ({ signal }) => callApi(estimateIntake, { params: { intakeId: id }, signal }),
    placeholderData: (before) => before,
  });
}

export function useFinishIntake(intakeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(finishIntake, { params: { intakeId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: INTAKES }),
        client.invalidateQueries({ queryKey: ['experiments'] }),
      ]),
  });
}

/** Serial runs that a record can be read from. */
export function useSerialRuns() {
  return useQuery({
    queryKey: ['runs', 'serial-records'],
    queryFn: async ({ signal }) =>
      (
        await callApi(listRuns, {
          query: { kind: 'serialBaseline', status: 'finished', limit: PAGE },
          signal,
        })
      ).items,
  });
}

export function useStatedInputs(experimentId: string) {
  return useQuery({
    queryKey: ['stated-inputs', experimentId],
    queryFn: ({ signal }) => callApi(readStatedInputs, { params: { experimentId }, signal }),
  });
}

'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { callApi } from '@/components/api/client';
import { paretoDelay, paretoGrouping, readPareto } from '@/lib/contracts/pareto';
import { METHOD_NAMES } from '@/lib/domain/method-words';

const ADDRESS = {
  experiment: parseAsString,
  task: parseAsString,
  method: parseAsStringLiteral(METHOD_NAMES),
  tag: parseAsString,
  setting: parseAsString,
  by: parseAsStringLiteral(paretoGrouping.options).withDefault('arm'),
  delay: parseAsStringLiteral(paretoDelay.options).withDefault('learning'),
  published: parseAsBoolean.withDefault(false),
};

/** All choices are kept in the address, so that a front can be passed on. */
export function useParetoAddress() {
  const [chosen, choose] = useQueryStates(ADDRESS);
  return { chosen, choose };
}
export type ParetoAddress = ReturnType<typeof useParetoAddress>;

export function usePareto({ experiment, task, method, tag, setting, by, delay }: ParetoAddress['chosen']) {
  const query = {
    grouping: by,
    delay,
    ...(experiment === null ? {} : { experimentId: experiment }),
    ...(task === null ? {} : { taskId: task }),
    ...(method === null ? {} : { method }),
    ...(tag === null ? {} : { tag }),
    ...(setting === null ? {} : { setting }),
  };
  return useQuery({
    queryKey: ['pareto', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callApi(readPareto, { query, signal }),
  });
}

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { tellProblem } from '@/components/api/tell-problem';
import { everyItem } from '@/components/api/use-pages';
import { say } from '@/components/ui/say';
import {
  type ApproveCanaryInput,
  approveCanary,
  createCanaryComment,
  deleteCanaryComment,
  listCanaryComments,
  readApproval,
  requestCanaryChanges,
} from '@/lib/contracts/approvals';

const LIVE_MS = 8000;
const keyOf = (canaryId: string) => ['canary-approval', canaryId];
const commentsKey = (canaryId: string) => ['canary-comments', canaryId];

export function useApproval(canaryId: string, isOpen: boolean) {
  return useQuery({
    queryKey: keyOf(canaryId),
    queryFn: ({ signal }) => callApi(readApproval, { params: { canaryId }, signal }),
    refetchInterval: isOpen ? LIVE_MS : false,
  });
}

/** A decision is never shown before the server took it: it may be refused for evidence that has changed. */
export function useApprovalSteps(canaryId: string) {
  const client = useQueryClient();
  const params = { canaryId };
  const settled = {
    onSuccess: (approval: unknown) => client.setQueryData(keyOf(canaryId), approval),
    onError: () => client.invalidateQueries({ queryKey: keyOf(canaryId) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['canary', canaryId] }),
  };
  return {
    approve: useMutation({
      mutationFn: (body: ApproveCanaryInput) => callApi(approveCanary, { params, body }),
      ...settled,
    }),
    requestChanges: useMutation({
      mutationFn: (note: string) => callApi(requestCanaryChanges, { params, body: { note } }),
      ...settled,
    }),
  };
}

export function useCanaryComments(canaryId: string) {
  return useQuery({
    queryKey: commentsKey(canaryId),
    queryFn: ({ signal }) =>
      everyItem((query) => callApi(listCanaryComments, { params: { canaryId }, query, signal })),
  });
}

export function useCanaryCommentSteps(canaryId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: commentsKey(canaryId) });
  return {
    write: useMutation({
      mutationFn: (body: string) => callApi(createCanaryComment, { params: { canaryId }, body: { body } }),
      onSuccess: ({ unknownMentions }) => {
        if (unknownMentions.length > 0)
          say(
            'info',
            `No person in this workspace is called ${unknownMentions.join(', ')}, so no one was told.`,
          );
      },
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (commentId: string) => callApi(deleteCanaryComment, { params: { canaryId, commentId } }),
      onError: tellProblem,
      onSettled,
    }),
  };
}

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { tellProblem } from '@/components/api/tell-problem';
import { everyItem } from '@/components/api/use-pages';
import { say } from '@/components/ui/say';
import {
  type CommentView,
  createComment,
  deleteComment,
  editComment,
  listComments,
  resolveComment,
} from '@/lib/contracts/report-comments';
import { useRefreshReview } from './use-review';

export function useComments(reportId: string) {
  return useQuery({
    queryKey: ['report-comments', reportId],
    queryFn: ({ signal }) =>
      everyItem((query) => callApi(listComments, { params: { reportId }, query, signal })),
  });
}

interface NewComment {
  readonly body: string;
  readonly section: number | null;
  readonly parentId: string | null;
}

export function useCommentSteps(reportId: string) {
  const client = useQueryClient();
  const refreshReview = useRefreshReview(reportId);
  const settled = {
    onSuccess: ({ unknownMentions }: CommentView) => {
      if (unknownMentions.length > 0)
        say(
          'info',
          `No person in this workspace is called ${unknownMentions.join(', ')}, so no one was told.`,
        );
      void client.invalidateQueries({ queryKey: ['report-comments', reportId] });
      refreshReview();
    },
  };
  const one = (commentId: string) => ({ params: { reportId, commentId } });
  return {
    write: useMutation({
      mutationFn: (body: NewComment) => callApi(createComment, { params: { reportId }, body }),
      ...settled,
    }),
    edit: useMutation({
      mutationFn: ({ id, body }: { readonly id: string; readonly body: string }) =>
        callApi(editComment, { ...one(id), body: { body } }),
      ...settled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => callApi(deleteComment, one(id)),
      ...settled,
      onError: tellProblem,
    }),
    resolve: useMutation({
      mutationFn: ({ id, resolved }: { readonly id: string; readonly resolved: boolean }) =>
        callApi(resolveComment, { ...one(id), body: { resolved } }),
      ...settled,
      onError: tellProblem,
    }),
  };
}

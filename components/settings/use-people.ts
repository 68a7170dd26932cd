'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import {
  type ChangePasswordInput,
  changePassword,
  type InvitePersonInput,
  invitePerson,
  listPeople,
  resetPassword,
  type UpdatePersonInput,
  updatePerson,
} from '@/lib/contracts/people';

const KEY = ['people'];

export function usePeople() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi(listPeople, { signal })).items,
  });
}

export function useInvitePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InvitePersonInput) => callApi(invitePerson, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useUpdatePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: UpdatePersonInput }) =>
      callApi(updatePerson, { params: { personId: id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (personId: string) => callApi(resetPassword, { params: { personId } }),
  });
}

export function useChangePassword() {
  return useMutation({ mutationFn: (body: ChangePasswordInput) => callApi(changePassword, { body }) });
}

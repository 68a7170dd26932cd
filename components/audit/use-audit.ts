'use client';

import { useMutation } from '@tanstack/react-query';
import { callApi } from '@/components/api/client';
import { usePages } from '@/components/api/use-pages';
import { listAudit, verifyAudit } from '@/lib/contracts/audit-log';

export interface AuditFilter {
  readonly action: string;
  readonly subject: string;
  readonly actor: string;
}

/** An empty word narrows nothing. */
export function useAudit({ action, subject, actor }: AuditFilter) {
  return usePages({
    key: ['audit', action, subject, actor],
    keepsShown: true,
    read: (page, signal) => callApi(listAudit, { query: { ...page, action, subject, actor }, signal }),
  });
}

/** From the beginning, or from a hash that was written down. */
export function useVerifyAudit() {
  return useMutation({
    mutationFn: (from: string) => callApi(verifyAudit, { query: { from } }),
  });
}

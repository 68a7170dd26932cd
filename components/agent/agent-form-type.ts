import type { UseFormReturn } from 'react-hook-form';
import type { AgentDraft } from '@/lib/view/agent-draft';

/** The form of an agent, for its groups of fields; a fault is found by its place in the request. */
export interface AgentFormParts extends UseFormReturn<AgentDraft> {
  readonly fault: (path: string) => string | undefined;
}

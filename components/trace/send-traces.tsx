import { Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { openAiAgentsAddress, otlpVariables } from '@/lib/view/trace-exporter';

interface SendTracesProps {
  /** Address of the flag server, which receives traces. */
  readonly address: string;
}

/** Empty list of traces: how to send the first one. */
export function SendTraces({ address }: SendTracesProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <EmptyState
        icon={Waypoints}
        title="No traces yet"
        action={
          <Button asChild variant="primary">
            <Link href="/settings?tab=keys">Make a key</Link>
          </Button>
        }
      >
        Traces that your agents send appear here. Sending takes an API key with the permission “traces”, which
        an owner makes.
      </EmptyState>
      <div className="mx-auto flex w-full min-w-0 max-w-2xl flex-col gap-5 px-4 pb-10">
        <Way
          title="OpenTelemetry"
          hint="Set these variables where the agent runs. An older Python exporter needs “Bearer%20” instead of “Bearer ” in the header."
        >
          <CodeBlock wrap text={otlpVariables(address)} what="Variables for OpenTelemetry" />
        </Way>
        <Way
          title="OpenAI Agents SDK"
          hint="Set this address as the endpoint of the SDK’s trace exporter, and the key as its API key."
        >
          <CodeBlock wrap text={openAiAgentsAddress(address)} what="Address for the OpenAI Agents SDK" />
        </Way>
      </div>
    </div>
  );
}

interface WayProps {
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

function Way({ title, hint, children }: WayProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="font-medium text-[0.8125rem]">{title}</h2>
      {children}
      <p className="text-ink-faint text-xs">{hint}</p>
    </section>
  );
}

'use client';

import { useState, useSyncExternalStore } from 'react';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { Tabs } from '@/components/ui/tabs';
import type { SlotView } from '@/lib/contracts/slots';
import { prepareSnippets } from '@/lib/view/slot-snippets';

const never = () => () => undefined;

/** How a program reads the slot, ready to be copied. */
export function ReadingCard({ slot }: { slot: SlotView }) {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  );
  const snippets = prepareSnippets({ origin, slotId: slot.id, flagKey: slot.flagKey });
  const [shown, setShown] = useState('server');
  return (
    <Card
      title="Reading from a program"
      description={`Any OpenFeature client in any language, under the key ${slot.flagKey}. The gateway’s base address is ${origin}/gateway/v1. Programs that ask often use the flag server, which has both at the port that the start prints.`}
    >
      <Tabs
        label="Ways to read the slot"
        value={shown}
        onChange={setShown}
        items={snippets.map(({ key, name, note, code }) => ({
          value: key,
          label: name,
          content: (
            <div className="flex min-w-0 flex-col gap-2">
              <p className="text-[0.8125rem] text-ink-soft">{note}</p>
              <CodeBlock text={code} what={`the code for ${name}`} />
            </div>
          ),
        }))}
      />
    </Card>
  );
}

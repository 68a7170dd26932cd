'use client';

import { useState } from 'react';
import { CodeBlock } from '@/components/ui/code-block';
import { Dialog } from '@/components/ui/dialog';
import { Link } from '@/components/ui/link';
import { Tabs } from '@/components/ui/tabs';
import type { Operation } from '@/lib/contracts/operation';
import type { PageRequest } from '@/lib/view/page-api/page-request';
import { type PageOverApi, pageOverApi } from '@/lib/view/page-api/pages-over-api';
import { LANGUAGES, type Language, pathOf } from '@/lib/view/page-api/request-snippets';

const LINK = 'underline underline-offset-2 hover:text-ink';

/** The requests that read what the open page shows, ready to be copied. It opens over a page that is there already. */
export function PageApiDialog({ onClose }: { onClose: () => void }) {
  const { origin, pathname, search } = window.location;
  const page = pageOverApi(pathname, search);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="wide"
      title="This page over the API"
      description={
        <>
          A key is made in{' '}
          <Link href="/settings?tab=keys" onClick={onClose} className={LINK}>
            Settings, API keys
          </Link>
          . What a page draws from its requests, and the order of its tables, are its own.
        </>
      }
    >
      {page.requests.length === 0 ? (
        <Nothing page={page} onClose={onClose} />
      ) : (
        <Requests requests={page.requests} origin={origin} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface RequestsProps {
  readonly requests: readonly PageRequest[];
  readonly origin: string;
  readonly onClose: () => void;
}

function Requests({ requests, origin, onClose }: RequestsProps) {
  const [language, setLanguage] = useState('curl');
  return (
    <Tabs
      label="Written as"
      value={language}
      onChange={setLanguage}
      items={LANGUAGES.map((one) => ({
        value: one.key,
        label: one.name,
        content: (
          <div className="flex min-w-0 flex-col gap-4">
            <p className="text-[0.8125rem] text-ink-soft">{one.note}</p>
            {requests.map((request) => (
              <Request
                key={pathOf(request)}
                request={request}
                language={one}
                origin={origin}
                onClose={onClose}
              />
            ))}
          </div>
        ),
      }))}
    />
  );
}

interface RequestProps extends Omit<RequestsProps, 'requests'> {
  readonly request: PageRequest;
  readonly language: Language;
}

function Request({ request, language, origin, onClose }: RequestProps) {
  const { operation, isPaged } = request;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-medium text-[0.8125rem]">{operation.summary}</h3>
        <ReferenceLink operation={operation} onClose={onClose} />
      </div>
      <CodeBlock text={language.codeOf(request, origin)} what={`${pathOf(request)} as ${language.name}`} />
      {isPaged ? (
        <p className="text-ink-faint text-xs">
          A page of a list: while the answer has a nextCursor, ask again with it as the filter “cursor”.
        </p>
      ) : null}
    </div>
  );
}

function Nothing({ page, onClose }: { page: PageOverApi; onClose: () => void }) {
  return (
    <p className="text-[0.8125rem] text-ink-soft">
      {page.otherwise} {page.sentBy ? <ReferenceLink operation={page.sentBy} onClose={onClose} /> : null}
    </p>
  );
}

function ReferenceLink({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  return (
    <Link
      href={`/docs/api#${operation.id}`}
      onClick={onClose}
      className={`inline-flex min-h-6 items-center font-mono text-ink-soft text-xs ${LINK}`}
      aria-label={`${operation.id} in the API reference`}
    >
      {operation.id}
    </Link>
  );
}

'use client';

import { Download, ShieldCheck } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { faultsOf, textOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/ui/time';
import { type AuditCheck, exportAudit } from '@/lib/contracts/audit-log';
import { useVerifyAudit } from './use-audit';

/** Follows the chain of hashes and says what to write down, so that also a later cut at its end is found. */
export function AuditCheckCard() {
  const id = useId();
  const verify = useVerifyAudit();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    verify.mutate(textOf(new FormData(event.currentTarget), 'from'));
  };
  return (
    <Card
      title="Integrity of the log"
      description="Each entry seals the one before it by its hash. To change one, all after it would have to be changed."
      actions={
        <Button asChild>
          <a href={exportAudit.path} download>
            <Download aria-hidden /> Export as JSON lines
          </a>
        </Button>
      }
    >
      <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
        <Field
          id={`${id}-from`}
          label="From an entry that you noted"
          optional
          hint="Empty: from the beginning"
          fault={faultsOf(verify.error)('query.from')}
        >
          {(control) => (
            <Input
              {...control}
              name="from"
              className="font-mono"
              placeholder="number:hash"
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit" variant="primary" className="self-start" busy={verify.isPending}>
          <ShieldCheck aria-hidden /> Verify
        </Button>
      </form>
      {verify.isError ? <ProblemNotice className="mt-3" error={verify.error} /> : null}
      {verify.data ? <Answer check={verify.data} /> : null}
    </Card>
  );
}

function Answer({ check }: { check: AuditCheck }) {
  const { isWhole, head, checked, sentence, entry } = check;
  if (isWhole && head !== null)
    return (
      <Notice
        className="mt-3"
        tone="good"
        title={`Nothing was changed: ${checked} ${checked === 1 ? 'entry' : 'entries'} checked.`}
      >
        Write this down outside of Waggle. Checking from it finds also an end that was cut off.
        <CodeBlock className="mt-2" what="What to write down" text={`${head.seq}:${head.hash}`} wrap />
      </Notice>
    );
  return (
    <Notice className="mt-3" tone="bad" urgent title={sentence}>
      {entry ? (
        <>
          The entry is now: {entry.actor}, {entry.action}, {entry.subject}, <Time at={entry.at} withSeconds />
          .{' '}
        </>
      ) : null}
      Keep an export of the log and a copy of the database as they are, and tell the operator of the database.
    </Notice>
  );
}

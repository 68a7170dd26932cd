import { FileJson2, Scale } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import type { ReferenceGroup } from '@/lib/view/api-reference';
import { curlOf } from '@/lib/view/curl';
import { OperationCard } from './operation-card';

const anchor = (name: string) => name.toLowerCase().replace(/\W+/g, '-');

export function ReferenceView({ groups }: { groups: readonly ReferenceGroup[] }) {
  return (
    <>
      <PageHeader
        title="API"
        description="Everything that these pages do. Send a key as a bearer token; make one in Settings."
        actions={
          <>
            <Button asChild>
              <Link href="/docs/rules">
                <Scale aria-hidden /> Rules
              </Link>
            </Button>
            <Button asChild>
              <a href="/api/v1/openapi.json">
                <FileJson2 aria-hidden /> OpenAPI 3.1
              </a>
            </Button>
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <nav aria-label="Groups" className="flex flex-wrap gap-1 lg:sticky lg:top-6 lg:flex-col">
          {groups.map((group) => (
            <a
              key={group.name}
              href={`#${anchor(group.name)}`}
              className="flex items-center justify-between gap-2 rounded-md px-2.5 py-1.5 text-[0.8125rem] text-ink-soft hover:bg-hover hover:text-ink"
            >
              {group.name}
              <span className="numbers text-ink-faint text-xs">{group.operations.length}</span>
            </a>
          ))}
        </nav>
        <div className="flex min-w-0 flex-col gap-8">
          <section aria-label="First request">
            <CodeBlock
              text={`export WAGGLE_URL=http://localhost:3000\nexport WAGGLE_KEY=wgl_…\n${curlOf({ url: '"$WAGGLE_URL/api/v1/me"', key: 'WAGGLE_KEY' })}`}
              what="the first request"
            />
          </section>
          {groups.map((group) => (
            <section key={group.name} id={anchor(group.name)} className="scroll-mt-16">
              <h2 className="mb-2 font-semibold text-base tracking-tight">{group.name}</h2>
              <div className="flex flex-col gap-2">
                {group.operations.map((operation) => (
                  <OperationCard key={operation.id} operation={operation} />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

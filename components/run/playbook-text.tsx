import { BulletCounts } from '@/components/fact/bullet-counts';
import { CodeBlock } from '@/components/ui/code-block';
import { ScrollBox } from '@/components/ui/scroll-box';
import { type PlaybookBullet, readBullets } from '@/lib/projection/playbook-bullets';
import { isEmptyPlaybook } from '@/lib/view/playbook-diff';

function sectionsOf(bullets: readonly PlaybookBullet[]): ReadonlyMap<string, readonly PlaybookBullet[]> {
  const sections = new Map<string, PlaybookBullet[]>();
  for (const bullet of bullets)
    sections.set(bullet.section, [...(sections.get(bullet.section) ?? []), bullet]);
  return sections;
}

interface PlaybookTextProps {
  readonly text: string;
  readonly onBullet: (id: string) => void;
}

/** Bullets by section with their counters, each leading to where it comes from; a text that has none stands as it is. */
export function PlaybookText({ text, onBullet }: PlaybookTextProps) {
  const bullets = readBullets(text);
  if (bullets.length === 0)
    return (
      <>
        {isEmptyPlaybook(text) ? (
          <p className="mb-2 text-[0.8125rem] text-ink-faint">This version holds no bullet yet.</p>
        ) : null}
        {text === '' ? null : <CodeBlock text={text} what="the playbook" wrap />}
      </>
    );
  return (
    <ScrollBox
      label="The playbook"
      className="fade-ends flex max-h-[40rem] flex-col gap-5 overflow-y-auto pr-1"
    >
      {[...sectionsOf(bullets)].map(([section, members]) => (
        <section key={section}>
          <h3 className="mb-1.5 font-medium text-ink-faint text-xs">
            {section} <span className="numbers">({members.length})</span>
          </h3>
          <ul className="divide-y divide-line rounded-md border border-line">
            {members.map((bullet) => (
              <li
                key={bullet.id}
                className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2 text-[0.8125rem]"
              >
                <button
                  type="button"
                  onClick={() => onBullet(bullet.id)}
                  aria-label={`Where ${bullet.id} comes from`}
                  title="Where it comes from"
                  className="shrink-0 font-mono text-honey-text text-xs leading-5 underline decoration-dotted underline-offset-2 hover:decoration-solid"
                >
                  {bullet.id}
                </button>
                <span className="min-w-0 flex-1 basis-60 break-words">{bullet.text}</span>
                <BulletCounts helpful={String(bullet.helpful)} harmful={String(bullet.harmful)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </ScrollBox>
  );
}

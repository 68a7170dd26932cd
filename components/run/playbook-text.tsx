import { BulletCounts } from '@/components/fact/bullet-counts';
import { CodeBlock } from '@/components/ui/code-block';
import { ScrollBox } from '@/components/ui/scroll-box';
import type { InsightSteeringView } from '@/lib/contracts/insight-steering';
import { type PlaybookBullet, readBullets } from '@/lib/projection/playbook-bullets';
import { isEmptyPlaybook } from '@/lib/view/playbook-diff';
import { BannedLines } from './banned-lines';
import { InsightMenu } from './insight-menu';
import { SteeredNote } from './steered-note';

function sectionsOf(bullets: readonly PlaybookBullet[]): ReadonlyMap<string, readonly PlaybookBullet[]> {
  const sections = new Map<string, PlaybookBullet[]>();
  for (const bullet of bullets)
    sections.set(bullet.section, [...(sections.get(bullet.section) ?? []), bullet]);
  return sections;
}

interface PlaybookTextProps {
  readonly text: string;
  readonly onBullet: (id: string) => void;
  /** Actions on a line, and decisions about it. */
  readonly steering?: InsightSteeringView | undefined;
}

/** A version's text, and below it the lines that no later version may hold. */
export function PlaybookText(props: PlaybookTextProps) {
  return (
    <>
      <Bullets {...props} />
      {props.steering ? <BannedLines steering={props.steering} /> : null}
    </>
  );
}

/** Bullets by section with their counters, each leading to where it comes from; a text that has none is shown as it is. */
function Bullets({ text, onBullet, steering }: PlaybookTextProps) {
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
                  className="shrink-0 font-mono text-honey-text text-xs leading-6 underline decoration-dotted underline-offset-2 hover:decoration-solid"
                >
                  {bullet.id}
                </button>
                <span className="min-w-0 flex-1 basis-60 break-words">{bullet.text}</span>
                <BulletCounts helpful={String(bullet.helpful)} harmful={String(bullet.harmful)} />
                {steering?.refusal === null ? <InsightMenu bullet={bullet} steering={steering} /> : null}
                {steering === undefined ? null : <Decisions bullet={bullet} steering={steering} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </ScrollBox>
  );
}

interface DecisionsProps {
  readonly bullet: PlaybookBullet;
  readonly steering: InsightSteeringView;
}

/** A text that no version shows yet is quoted. */
function Decisions({ bullet, steering }: DecisionsProps) {
  const lines = steering.lines.filter(({ bulletId }) => bulletId === bullet.id);
  if (lines.length === 0) return null;
  const waiting = lines.find(({ state, content }) => state === 'edited' && content !== bullet.text);
  return (
    <div className="flex basis-full flex-col gap-1">
      {lines.map((line) => (
        <SteeredNote key={line.state} line={line} effect={steering.effect} />
      ))}
      {waiting ? <p className="break-words text-ink-soft text-xs">New text: {waiting.content}</p> : null}
    </div>
  );
}

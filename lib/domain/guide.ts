/**
 * The guide of the product: a topic is one Markdown file of `docs/guide`. Its first line is the title, the text before the
 * first "##" the lead, and each "##" begins a section.
 */
export const GUIDE_TOPICS = [
  'how-it-works',
  'bring-your-agent',
  'bring-your-data',
  'read-a-result',
  'ship-safely',
  'run-it-for-a-team',
] as const;
/** The glossary is a topic as well, made from lib/words/glossary. */
export type GuideSlug = (typeof GUIDE_TOPICS)[number] | 'glossary';

export interface GuideSection {
  /** Fragment of its address. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

export interface GuideTopic {
  readonly slug: GuideSlug;
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly GuideSection[];
}

/** @throws Error where the file does not begin with a title. */
export function readTopic(slug: GuideSlug, markdown: string): GuideTopic {
  const [head = '', ...rest] = markdown.split(/^## /m);
  const [first = '', ...lead] = head.trim().split('\n');
  if (!first.startsWith('# ')) throw new Error(`The guide's ${slug} has no title.`);
  return {
    ...{ slug, title: first.slice(2).trim(), lead: lead.join('\n').trim() },
    sections: rest.map((part) => {
      const [heading = '', ...text] = part.split('\n');
      return { id: idOf(heading), heading: heading.trim(), text: text.join('\n').trim() };
    }),
  };
}

const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

export interface GuideHit {
  readonly href: string;
  readonly title: string;
  readonly heading: string | null;
  /** The line that has the first of the words. */
  readonly line: string;
}

/** Leads and sections that contain every word, in the order of the guide; none for an empty search. Linear in the text. */
export function findInGuide(topics: readonly GuideTopic[], search: string): readonly GuideHit[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return topics.flatMap(({ slug, title, lead, sections }) => {
    const parts = [{ id: null, heading: null, text: lead }, ...sections];
    return parts.flatMap(({ id, heading, text }) => {
      const whole = `${title} ${heading ?? ''} ${text}`.toLowerCase();
      if (!words.every((word) => whole.includes(word))) return [];
      const href = `/docs/${slug}${id === null ? '' : `#${id}`}`;
      return [{ href, title, heading, line: lineWith(text, words) }];
    });
  });
}

function lineWith(text: string, words: readonly string[]): string {
  const lines = text
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/[*_`|]/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => /[a-z]/i.test(line));
  return lines.find((line) => words.some((word) => line.toLowerCase().includes(word))) ?? lines[0] ?? '';
}

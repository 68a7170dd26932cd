import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { GUIDE_TOPICS, type GuideTopic, readTopic } from '@/lib/domain/guide';
import { GLOSSARY, TERM_IDS } from '@/lib/words/glossary';

/** The guide, from the files of this version of the product and its glossary. Reads six small files each time. */
export async function readGuide(): Promise<readonly GuideTopic[]> {
  const topics = await Promise.all(
    GUIDE_TOPICS.map(async (slug) =>
      readTopic(slug, await readFile(path.join(process.cwd(), 'docs/guide', `${slug}.md`), 'utf8')),
    ),
  );
  return [...topics, GLOSSARY_TOPIC];
}

const GLOSSARY_TOPIC: GuideTopic = {
  slug: 'glossary',
  title: 'Glossary',
  lead: '',
  sections: TERM_IDS.map((id) => ({ id, heading: GLOSSARY[id].term, text: GLOSSARY[id].text })),
};

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { GUIDE_TOPICS, type GuideTopic, readTopic } from '@/lib/domain/guide';

/** The guide, from the files of this version of the product. Reads six small files each time. */
export function readGuide(): Promise<readonly GuideTopic[]> {
  return Promise.all(
    GUIDE_TOPICS.map(async (slug) =>
      readTopic(slug, await readFile(path.join(process.cwd(), 'docs/guide', `${slug}.md`), 'utf8')),
    ),
  );
}

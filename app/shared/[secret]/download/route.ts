import { documentFile } from '@/server/http/document-file';
import { answerStranger } from '@/server/http/shared-door';
import { readSharedReport } from '@/server/services/promotion/review/read-shared-report';

interface Context {
  readonly params: Promise<{ readonly secret: string }>;
}

/** A shared report as a file: `?format=pdf`, otherwise Markdown. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerStranger(request, async () => {
    const { document, title, version } = await readSharedReport((await params).secret);
    const format = new URL(request.url).searchParams.get('format') === 'pdf' ? 'pdf' : 'md';
    return documentFile(document, { format, name: `${title} v${version}`, signal: request.signal });
  });
}

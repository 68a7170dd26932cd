/** A file that is made while it is sent: nothing of it is held in memory, and a caller who leaves stops the making. */
export function downloadOf(
  file: { readonly filename: string; readonly lines: AsyncIterable<string | Uint8Array> },
  contentType: string,
): Response {
  const encoder = new TextEncoder();
  const source = file.lines[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await source.next();
      if (next.done) controller.close();
      else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value);
    },
    async cancel() {
      await source.return?.();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${file.filename.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
      'cache-control': 'no-store',
    },
  });
}

/** Next calls this once when the server starts; spans are sent only where the operator named a collector. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startTracing } = await import('@/server/observability/tracing');
  startTracing('waggle-web');
}

/** Next calls this once when the server starts; spans are sent only where the operator named a collector. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const [{ startTracing }, { stampPeerAddresses }, { endServingWithProcess }, { config }] = await Promise.all(
    [
      import('@/server/observability/tracing'),
      import('@/server/accounts/peer-address'),
      import('@/server/serving/end-with-process'),
      import('@/server/config/config'),
    ],
  );
  startTracing('waggle-web');
  stampPeerAddresses(config().trustProxy);
  endServingWithProcess();
}

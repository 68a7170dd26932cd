/** Next calls this once when the server starts; spans are sent only where the operator named a collector. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startTracing } = await import('@/server/observability/tracing');
  const { stampPeerAddresses } = await import('@/server/accounts/peer-address');
  const { settleUnreadBodies } = await import('@/server/http/unread-body');
  const { endServingWithProcess } = await import('@/server/serving/end-with-process');
  const { config } = await import('@/server/config/config');
  startTracing('waggle-web');
  stampPeerAddresses(config().trustProxy);
  settleUnreadBodies();
  endServingWithProcess();
}

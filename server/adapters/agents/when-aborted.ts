/** The end of a carried job whose signal aborts; pending for ever where it does not. */
export function whenAborted(signal: AbortSignal): Promise<{ readonly kind: 'stopped' }> {
  return new Promise((resolve) => {
    const stop = () => resolve({ kind: 'stopped' });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Loaded first (--import) into every process that a start keeps: when the start is gone, however it went, the
 * channel to it closes, and this process asks itself to end as if by SIGTERM. Processes further down inherit the
 * flag but belong to their own parents, so they are left alone.
 */
if (process.channel && process.env.WAGGLE_PARENT_PID === String(process.ppid)) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel alone shall not keep a finished process alive.
  process.channel.unref();
}

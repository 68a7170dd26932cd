export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className ?? 'size-6'} aria-hidden="true">
      <path d="M16 2.2 28 9.1v13.8L16 29.8 4 22.9V9.1z" className="fill-honey" />
      <path
        d="M10 20.5c2.6 0 2.6-9 6-9s3.4 9 6 9"
        fill="none"
        className="stroke-honey-ink"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** What shows while conversations load. */
export const Skeleton = () => (
  <div aria-hidden className="grid gap-3 px-3 py-2">
    {[72, 88, 60, 80].map((width) => (
      <span key={width} className="h-3.5 animate-pulse rounded-sm bg-sunken" style={{ width: `${width}%` }} />
    ))}
  </div>
)

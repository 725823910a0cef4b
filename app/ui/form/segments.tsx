interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  options: { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A few choices side by side, one of them taken. */
export const Segments = <Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) => (
  <div role="group" aria-label={label} className="inline-flex h-10 rounded-md bg-sunken p-1">
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
        className="flex-1 rounded-sm px-3 text-sm whitespace-nowrap text-muted transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-raised"
      >
        {option.label}
      </button>
    ))}
  </div>
)

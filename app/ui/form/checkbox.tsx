import type { ComponentProps } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'aria-label'> {
  label: string
  /** Some of what it stands for is checked. */
  indeterminate?: boolean
}

/** A checkbox without visible words, with an area around it that a finger hits. */
export const Checkbox = ({ label, indeterminate = false, ...props }: CheckboxProps) => (
  <label className="-m-2 flex cursor-pointer p-2">
    <input
      {...props}
      type="checkbox"
      aria-label={label}
      ref={(input) => {
        if (input) input.indeterminate = indeterminate
      }}
      className="size-4 cursor-pointer accent-accent"
    />
  </label>
)

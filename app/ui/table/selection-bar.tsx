import { Trash2, X } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { Button, IconButton } from '../button.tsx'

interface SelectionBarProps {
  /** How many are selected, in words. */
  text: string
  onClear: () => void
  onDelete: () => void
}

/** What can be done with the selected rows of a table; at the end of its toolbar. */
export const SelectionBar = ({ text, onClear, onDelete }: SelectionBarProps) => (
  <div className="ml-auto flex animate-fade-in items-center gap-1 text-sm">
    <span role="status" className="text-muted">
      {text}
    </span>
    <IconButton label={m.table_clear_selection()} onClick={onClear}>
      <X aria-hidden />
    </IconButton>
    <Button size="sm" onClick={onDelete}>
      <Trash2 aria-hidden className="size-4" />
      {m.delete()}
    </Button>
  </div>
)

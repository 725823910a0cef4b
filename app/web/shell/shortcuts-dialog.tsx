import { m } from '~/paraglide/messages'
import { Dialog } from '~/ui/dialog/dialog.tsx'
import { shortcutLabels } from './shortcut-labels.ts'
import { shortcutsOn } from './shortcuts-on.ts'
import { shortcuts } from './shortcuts.ts'

/** The list of shortcuts, and the switch that turns them off. */
export default function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const on = shortcutsOn.use()
  return (
    <Dialog open={open} onClose={onClose} title={m.shortcuts_title()} width="form">
      <dl className="mb-4">
        <Row keys={[isMac() ? '⌘' : 'Ctrl', 'K']} label={m.palette_title()} />
      </dl>
      <p className="mb-3 text-sm text-muted">{m.shortcuts_hint()}</p>
      <dl className={on ? '' : 'opacity-50'}>
        {shortcuts.map(({ key }) => (
          <Row key={key} keys={[key.toUpperCase()]} label={shortcutLabels[key]!()} />
        ))}
      </dl>
      <h3 className="mt-4 mb-1 text-xs font-medium text-muted">{m.shortcuts_in_box()}</h3>
      <dl>
        <Row keys={['Enter']} label={m.composer_send()} />
        <Row keys={['Shift', 'Enter']} label={m.shortcut_line_break()} />
        <Row keys={['/']} label={m.shortcut_prompts()} />
        <Row keys={['Esc']} label={m.shortcut_leave()} />
      </dl>
      <label className="mt-4 flex cursor-pointer items-center gap-3 border-t border-line pt-4 text-sm">
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => shortcutsOn.set(target.checked)}
          className="size-4 accent-accent"
        />
        {m.shortcuts_switch()}
      </label>
    </Dialog>
  )
}

const isMac = () => /^(Mac|iP)/.test(navigator.platform)

const Row = ({ keys, label }: { keys: string[]; label: string }) => (
  <div className="flex items-center justify-between gap-4 py-1.5 text-sm">
    <dt>{label}</dt>
    <dd className="flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-7 rounded-sm border border-line-strong bg-canvas px-1.5 py-0.5 text-center font-sans text-xs text-muted"
        >
          {key}
        </kbd>
      ))}
    </dd>
  </div>
)

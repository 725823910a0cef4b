import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { TextField } from '~/ui/form/text-field.tsx'

/** A password, hidden as long as nobody asks to see it. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'name' | 'action'>) {
  const [visible, setVisible] = useState(false)
  return (
    <TextField
      {...props}
      type={visible ? 'text' : 'password'}
      name="password"
      action={
        <IconButton
          label={visible ? m.sign_in_hide_password() : m.sign_in_show_password()}
          onClick={() => setVisible(!visible)}
        >
          {visible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      }
    />
  )
}

import { m } from '~/paraglide/messages'
import { TextField } from '~/ui/form/text-field.tsx'

interface EmailFieldProps {
  email: string
  onEmail: (email: string) => void
  /** Whether the form was sent: from then on an empty field is an error. */
  checked: boolean
}

/** The email of who signs in; the two forms share what was typed. */
export const EmailField = ({ email, onEmail, checked }: EmailFieldProps) => (
  <TextField
    label={m.sign_in_email()}
    type="email"
    name="email"
    autoComplete="username"
    autoFocus
    value={email}
    onChange={(event) => onEmail(event.target.value)}
    error={checked && !email.trim() ? m.sign_in_email_required() : undefined}
  />
)

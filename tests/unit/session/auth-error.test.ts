import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { overwriteGetLocale } from '~/paraglide/runtime'
import { authErrorMessage, isDismissed, passwordErrorMessage } from '~/web/session/auth-error.ts'

/** An error as Firebase throws it. */
const firebaseError = (code: string, message = '') => Object.assign(new Error(message), { code: `auth/${code}` })

beforeEach(() => overwriteGetLocale(() => 'en'))

describe('a failed sign-in', () => {
  it.each([
    ['invalid-credential', 'Invalid email or password'],
    ['wrong-password', 'The password is incorrect. Please try again.'],
    ['user-not-found', 'User not found.'],
  ])('reads the text of %s however it was tried', (code, text) => {
    expect(passwordErrorMessage(firebaseError(code))).toBe(text)
    expect(authErrorMessage(firebaseError(code))).toBe(text)
  })

  it('by password reads the general text for a code that is not listed', () => {
    expect(passwordErrorMessage(firebaseError('internal-error', 'Firebase: internal'))).toBe(m.auth_error_fallback())
  })

  it('by Google, or of a mail, shows the message of an error that is not listed, or Unknown error', () => {
    expect(authErrorMessage(firebaseError('internal-error', 'Firebase: internal'))).toBe('Firebase: internal')
    expect(authErrorMessage(firebaseError('internal-error'))).toBe('Unknown error')
    expect(authErrorMessage('gone')).toBe('Unknown error')
  })

  it('reads the code of the API where that refuses the account', () => {
    const refusal = new ApiError('user_not_invited')
    expect(authErrorMessage(refusal)).toBe('You need to be invited to the product first')
  })

  it('needs no text where the user closed the window', () => {
    expect(isDismissed(firebaseError('popup-closed-by-user'))).toBe(true)
    expect(isDismissed(firebaseError('internal-error'))).toBe(false)
  })
})

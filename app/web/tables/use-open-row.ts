import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * A row that the address opens over its table.
 * @param name of the search parameter that holds the row's id
 * @returns what opens a row, the same function at each render, and what closes it: back to where it was opened, if that
 *   was here
 */
export function useOpenRow(name: string): { open: (row: { id: number }) => void; close: () => void } {
  const navigate = useNavigate()
  const { history } = useRouter()
  const over = useLocation({ select: ({ state }) => state.over })
  const show = useCallback(
    (id: number | undefined, how: { state: { over: true } } | { replace: true }) =>
      void navigate({ to: '.', search: (before: object) => ({ ...before, [name]: id }), resetScroll: false, ...how }),
    [name, navigate],
  )
  return {
    open: useCallback(({ id }) => show(id, { state: { over: true } }), [show]),
    close: () => (over ? history.back() : show(undefined, { replace: true })),
  }
}

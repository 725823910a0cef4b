import { useSuspenseQuery } from '@tanstack/react-query'
import type { Me } from '~/contract/users.ts'
import { sessionQuery } from './queries.ts'

/** The signed-in member. Only inside the gate. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data.state !== 'member') throw new Error('User is not set')
  return data.me
}

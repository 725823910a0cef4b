import type { Conversation } from '~/contract/conversations.ts'
import type { Days } from './days.ts'

const groupNames = ['favorites', 'today', 'yesterday', 'last_week', 'last_month', 'others'] as const
export type GroupName = (typeof groupNames)[number]

/** Conversations that are shown under one heading. */
export interface Group {
  name: GroupName
  conversations: Conversation[]
}

/**
 * Groups conversations: favorites, then by the days since they were last spoken in, 0 today, 1 yesterday, up to 7 last
 * week, up to 30 last month, else others. Groups without any are left out; the order within is kept.
 */
export function groupConversations(conversations: readonly Conversation[], days: Days): Group[] {
  const groups: Record<GroupName, Conversation[]> = {
    favorites: [],
    today: [],
    yesterday: [],
    last_week: [],
    last_month: [],
    others: [],
  }
  for (const conversation of conversations) groups[groupOf(conversation, days)].push(conversation)
  return groupNames
    .map((name) => ({ name, conversations: groups[name] }))
    .filter(({ conversations }) => conversations.length > 0)
}

function groupOf({ favorite, updated_at: time }: Conversation, days: Days): GroupName {
  if (favorite) return 'favorites'
  if (time >= days.today) return 'today'
  if (time >= days.yesterday) return 'yesterday'
  if (time >= days.week) return 'last_week'
  return time >= days.month ? 'last_month' : 'others'
}

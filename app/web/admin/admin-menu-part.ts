import { memberPage } from '~/web/session/member-page.ts'

/** The admin area's menu, whose code only the admin area loads. */
export const AdminMenu = memberPage(() => import('./admin-menu.tsx'), 'AdminMenu')

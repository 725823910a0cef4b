import * as instructions from '~/contract/instructions.ts'
import * as invitations from '~/contract/invitations.ts'
import { signOut } from '~/contract/sessions.ts'
import * as contract from '~/contract/users.ts'
import { type Api, serve, serveAccount, serveReading } from '~/provider/api/serve.ts'
import { recordAction } from '~/provider/audits/record-action.ts'
import { createExport } from '~/provider/exports/create-export.ts'
import { endSession } from '~/provider/identity/ended-sessions.ts'
import { addServiceAccount } from './add-service-account.ts'
import { addUser } from './add.ts'
import { deleteUser } from './delete.ts'
import { importUsers } from './import.ts'
import { getInstructions, setInstructions } from './instructions.ts'
import { acceptInvitation, listInvitations } from './invitations.ts'
import { listUsers } from './list.ts'
import { describeMe, selectMine } from './me.ts'
import { resendInvitation } from './resend-invitation.ts'
import { setUserActive } from './set-active.ts'
import { updateUser } from './update.ts'
import { findUser, toUser } from './user.ts'

export function serveUsers(api: Api) {
  serveReading(api, contract.getMe, selectMine, async (_input, call, mine) => describeMe(call, mine))
  serve(api, instructions.getInstructions, (_input, call) => getInstructions(call))
  serve(api, instructions.setInstructions, ({ body }, call) => setInstructions(body.text, call))
  serve(api, contract.listUsers, listUsers)
  serve(api, contract.exportUsers, async ({ query: { email } }, call) => {
    const download = await createExport(call, 'users', email ? { email } : {})
    await recordAction(call, { action: 'users_exported', target: 'csv', details: email ? { email } : {} })
    return download
  })
  serve(api, contract.getUser, async ({ params }, { db, member }) => toUser(await findUser(db, member, params.id)))
  serve(api, contract.addUser, addUser)
  serve(api, contract.addServiceAccount, addServiceAccount)
  serve(api, contract.resendInvitation, ({ params }, call) => resendInvitation(params.id, call))
  serve(api, contract.importUsers, importUsers)
  serve(api, contract.updateUser, updateUser)
  serve(api, contract.setUserActive, setUserActive)
  serve(api, contract.deleteUser, ({ params }, call) => deleteUser(params.id, call))
  serveAccount(api, invitations.listInvitations, (_input, call) => listInvitations(call))
  serveAccount(api, invitations.acceptInvitation, ({ params }, call) => acceptInvitation(params.id, call))
  serveAccount(api, signOut, (_input, { db, account }) => endSession(db, account))
}

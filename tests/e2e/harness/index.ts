export { apiResult, callApi } from './api.ts'
export { browser, newPage, type PageOptions } from './browser.ts'
export { answerTo, refuseCalls, refuseSession, serverFunctions } from './calls.ts'
export {
  answer,
  answered,
  ask,
  attach,
  chips,
  composer,
  inConversation,
  question,
  questionText,
  send,
  stop,
} from './chat.ts'
export { halfAnswered } from './half-answered.ts'
export { accountCall, mailedCode } from './mails.ts'
export { alive, member, type MemberOptions, reload } from './member.ts'
export { callsOf, drawing, hungUp, release, script } from './scripted-model.ts'
export { startSecondApp } from './second-app.ts'
export { watchRow } from './watch-row.ts'
export { emailOf, idToken, logOut, password, signIn, type Who } from './sign-in.ts'

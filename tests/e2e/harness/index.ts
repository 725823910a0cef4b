export { browser, newPage, type PageOptions } from './browser.ts'
export { emailOf, idToken, password, signIn, type Who } from './sign-in.ts'
export { type SecondApp, startRestartableApp, startSecondApp } from './second-app.ts'

/** Where the compiled messages go and how a language is chosen; read by the build and by `npm run messages`. */
export const paraglideOptions = {
  project: './project.inlang',
  outdir: './app/paraglide',
  strategy: ['localStorage', 'cookie', 'preferredLanguage', 'baseLocale'],
  localStorageKey: 'language',
  cookieName: 'language',
  isServer: 'import.meta.env.SSR',
  outputStructure: 'message-modules',
} as const

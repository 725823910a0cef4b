const files = import.meta.glob<string>('/samples/*', { query: '?url&inline', import: 'default', eager: true })

/** The documents of samples/ with their bytes: a Worker has no files to read them from. */
export const samples = Object.entries(files).map(([path, dataUrl]) => ({
  name: path.slice('/samples/'.length),
  bytes: Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (character) => character.charCodeAt(0)),
}))

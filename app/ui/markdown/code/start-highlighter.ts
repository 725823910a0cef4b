/** The highlighter, in a thread of its own. In a file that the server never meets: the bundler would put it among its files. */
export const startHighlighter = () => new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })

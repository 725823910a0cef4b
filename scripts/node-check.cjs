// Loaded before every script with `--require`, and written in the oldest syntax, so that any Node can read it.
var major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    'This needs Node 24, which `npm install` puts into node_modules; this is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '). Run `npm install`, then `npm start` or another npm script.',
  )
  process.exit(1)
}

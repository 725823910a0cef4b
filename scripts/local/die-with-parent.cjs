// Loaded into every process that a start runs: the channel to the parent closes however the parent ends.
if (process.channel) {
  process.on('disconnect', () => process.exit())
  // Wrangler closes it as soon as its own child ends, and we would end here before it has told how that ended.
  process.disconnect = undefined
  process.channel.unref()
}

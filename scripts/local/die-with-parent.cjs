// Loaded into every process that a start runs: the channel to the parent closes however the parent ends.
if (process.channel) {
  process.on('disconnect', () => process.exit())
  process.channel.unref()
}

// Preloaded into the server and into re-started commands: when the command that started this process is gone without
// a word (kill -9, a closed terminal), stop as on a signal instead of living on and holding the port.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

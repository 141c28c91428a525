// Loaded before the server: its time is the machine's plus the content of CLOCK_FILE, in milliseconds.
const { readFileSync } = require('node:fs')

const LOOK_EVERY_MS = 50
const MachineDate = Date
let shift = 0

function look() {
  try {
    shift = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))
  } catch {
    shift = 0
  }
}
look()
setInterval(look, LOOK_EVERY_MS).unref()

globalThis.Date = class extends MachineDate {
  constructor(...parts) {
    if (parts.length === 0) super(MachineDate.now() + shift)
    else super(...parts)
  }

  static now() {
    return MachineDate.now() + shift
  }
}

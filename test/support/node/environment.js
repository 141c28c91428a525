const { TestEnvironment: NodeEnvironment } = require('jest-environment-node')

/**
 * Tests run in Node's own realm, as a server does. In Jest's realm each global is behind a proxy, each test file loads every
 * package again, and an error of Node is no `Error`; that was a fifth of the processor time of the server's tests.
 */
module.exports = class extends NodeEnvironment {
  constructor(config, context) {
    super(config, context)
    this.global = globalThis
    this.moduleMocker = new this.moduleMocker.constructor(globalThis)
    // What a test file is given in their place ends with it.
    this.given = { console, exit: process.exit }
  }

  async teardown() {
    globalThis.console = this.given.console
    process.exit = this.given.exit
    await super.teardown()
  }
}

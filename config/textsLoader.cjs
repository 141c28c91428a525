const { join } = require('node:path')

/**
 * Returns the part of a language's texts that an import asks for by its query: `?first`, `?rest` or `?app`. webpack reads
 * loaders as they are, so what is written in TypeScript comes as an option.
 */
module.exports = function textsLoader(json) {
  this.addDependency(join(__dirname, '../src/i18n/firstTexts.json'))
  return JSON.stringify(this.getOptions().partOf(json, this.resourceQuery.slice(1)))
}

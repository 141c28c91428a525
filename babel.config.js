/** Targets that load modules on demand keep `import()`: H5 as chunks, the mini program as subpackages. */
const LOADS_ON_DEMAND = ['h5', 'weapp']

/** `Object.hasOwn` came with Safari 15.4. */
const hasOwnOfBefore = ({ template }) => ({
  visitor: {
    CallExpression(path) {
      if (!path.get('callee').matchesPattern('Object.hasOwn')) return
      const [object, name] = path.node.arguments
      path.replaceWith(template.expression.ast`Object.prototype.hasOwnProperty.call(${object}, ${name})`)
    },
  },
})

/** WeChat's oldest runtimes do not know `\p{L}`: the mini program gets the ranges themselves. */
const PLAIN_PROPERTIES = ['@babel/plugin-transform-unicode-property-regex', { useUnicodeFlag: true }]

module.exports = {
  plugins: process.env.TARO_ENV === 'weapp' ? [PLAIN_PROPERTIES] : [],
  presets: [
    [
      'taro',
      {
        framework: 'react',
        ts: true,
        compiler: 'webpack5',
        'dynamic-import-node': !LOADS_ON_DEMAND.includes(process.env.TARO_ENV),
      },
    ],
  ],
  overrides: [{ test: /node_modules[\\/]@noble[\\/]/, plugins: [hasOwnOfBefore] }],
}

/** WeChat downloads them with the rest of the package. */
export * from './homeParts'

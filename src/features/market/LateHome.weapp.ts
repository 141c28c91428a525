/** WeChat downloads them with the rest of the package. */
export { AssetsLine, FirstSteps, HomeAside, OtherProducts } from './homeParts'

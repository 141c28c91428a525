/** WeChat downloads it with the rest of the package. */
export { HomePart as LateHome } from './HomePart'

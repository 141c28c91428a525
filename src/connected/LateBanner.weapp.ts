/** WeChat downloads it with the rest of the package. */
export { Banner as LateBanner } from '../components/Banner'

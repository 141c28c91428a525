/** WeChat downloads it with the rest of the package. */
export { RunningNow } from './RunningNow'

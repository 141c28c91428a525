/** WeChat downloads it with the rest of the package. */
export { Overlays as LateOverlays } from './Overlays'

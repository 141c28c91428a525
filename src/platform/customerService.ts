import { opensLinks } from './shell'

/** How this shell reaches a person. The twin is `customerService.weapp.ts`. */

/** True if the platform has its own customer service, reached by a button of the kind "contact" (WeChat). */
export const HAS_PLATFORM_SERVICE = false

/** True if a link opens at once, false if it can only be copied: then the sheet explains first. */
export const OPENS_LINKS = opensLinks()

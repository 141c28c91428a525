/** WeChat's own customer service answers a button of the kind "contact"; a mini program cannot leave itself by a link. */
export const HAS_PLATFORM_SERVICE = true

export const OPENS_LINKS = false

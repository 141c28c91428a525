/** The mini program shares by its own pages (`useShare.weapp.ts`). */
export const startWechatCard = async (..._: unknown[]): Promise<void> => undefined

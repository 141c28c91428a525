/** The parts of WeChat that this file uses. */
declare const wx: {
  getRealtimeLogManager?(): { error(text: string): void }
  onUnhandledRejection?(listener: (event: { reason: unknown }) => void): void
}

// WeChat collects errors of scripts itself; promises that nobody waits for go into its real-time log.
const log = wx.getRealtimeLogManager?.()
wx.onUnhandledRejection?.(({ reason }) => log?.error((reason instanceof Error && reason.stack) || String(reason)))

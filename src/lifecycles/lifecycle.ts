/** Something that was started; `dispose` ends it and everything it set going. */
export interface Lifecycle {
  dispose(): void
}

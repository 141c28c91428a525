/**
 * Options of a route whose answer is long and public: it is compressed. Never one that a session gives access to, as the
 * length of a compressed answer can tell what is in it.
 */
export const COMPRESSED = { compress: {} }

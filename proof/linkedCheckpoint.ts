/** A checkpoint as part of a link: size, root and the log's signature line, in the letters of c2sp.org/signed-note that links allow. */
const LINKED = /^(0|[1-9]\d{0,15})\.([\w-]{43})\.([\w-]{91})$/

const toLink = (base64: string): string => base64.replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_')
const fromLink = (text: string): string => `${text.replace(/-/g, '+').replace(/_/g, '/')}=`

/** A signed checkpoint in so few characters that a link can hold it (docs/PROOF_FORMAT.md, "Links"); '' for any other text. */
export function linkedCheckpoint(note: string): string {
  const [origin, size, root = '', , ...lines] = note.split('\n')
  const line = lines.find((each) => each.startsWith(`— ${origin} `))
  const text = [size, toLink(root), toLink(line?.split(' ')[2] ?? '')].join('.')
  return LINKED.test(text) ? text : ''
}

/** The checkpoint of a log that a link has; undefined for any other text. Who has signed it is for the caller to check. */
export function checkpointOfLink(origin: string, text: string): string | undefined {
  const [, size, root, signature] = LINKED.exec(text) ?? []
  return root && signature && `${origin}\n${size}\n${fromLink(root)}\n\n— ${origin} ${fromLink(signature)}\n`
}

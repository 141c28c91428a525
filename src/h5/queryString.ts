type Query = Record<string, string | null>

/** Replaces `query-string`: Taro's router uses this one function. Rarer types of values are left out. */
export function parse(text: string, { decode = true }: { decode?: boolean } = {}): Query {
  const value = (part: string) => (decode ? decodeURIComponent(part.replace(/\+/g, ' ')) : part)
  const query: Query = {}
  for (const pair of text.replace(/^[?#&]/, '').split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    query[value(at < 0 ? pair : pair.slice(0, at))] = at < 0 ? null : value(pair.slice(at + 1))
  }
  return query
}

export default { parse }

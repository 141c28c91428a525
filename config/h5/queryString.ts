type Query = Record<string, string | null>

/** Stands in for `query-string`, of which Taro's router takes this one function apart from rarer types of values. */
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

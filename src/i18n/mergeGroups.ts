interface Group {
  [key: string]: string | Group
}

/**
 * The texts of one locale from its files. A file holds top-level groups, e.g. `auth.json` holds `{ "auth": { … } }`; a
 * group may come in parts, so that each feature keeps the texts of its own error codes (`errors`) and titles.
 */
export function mergeGroups(files: readonly Group[]): Group {
  const merged: Group = {}
  for (const file of files) {
    for (const [name, group] of Object.entries(file)) {
      const earlier = merged[name]
      merged[name] = typeof group === 'object' && typeof earlier === 'object' ? { ...earlier, ...group } : group
    }
  }
  return merged
}

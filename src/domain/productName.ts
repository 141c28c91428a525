/** The names of a product. */
export interface Named {
  category: string
  code: string
  name: string
}

/** The one name that a product has everywhere: a crypto pair is known by its code, everything else by its name. */
export const productName = ({ category, code, name }: Named): string => (category === 'crypto' ? code : name)

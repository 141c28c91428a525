/**
 * What shows as nothing: soft hyphens, joiners, direction marks, fillers, variation selectors, control characters but
 * tabs and line breaks. It comes along when people copy from pages, chats and PDF files.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu
const DASHES = /[\p{Pd}\u2043\u2212]/gu
/** Accents that some keyboards offer as an apostrophe; NFKC would make a space and a mark of them. */
const ACCENTS = /[\u00b4\u0384\u1fbd\u1fbf\u1fef\u1ffd]/g

/**
 * The first step for everything that people type or paste, before the rule of a field (PRODUCT.md 4.11): one form of
 * letters and digits (NFKC: full width becomes plain), nothing invisible, "-" for every dash, plain spaces, none at
 * the ends. Letters, marks and digits of other scripts stay; passwords do not go through it.
 */
export const typedText = (text: string): string =>
  text.replace(ACCENTS, "'").normalize('NFKC').replace(INVISIBLE, '').replace(DASHES, '-').replace(/\s/g, ' ').trim()

/** The zeros of the scripts whose digits people type; the nine others follow each. */
const ZEROS = [...'٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐'].map((zero) => zero.charCodeAt(0))

/** The text with "0" to "9" for the digits of every script: "١٢" and "१२" are "12". */
export const plainDigits = (text: string): string =>
  text.replace(/[\u0660-\u1819]/g, (character) => {
    const code = character.charCodeAt(0)
    const zero = ZEROS.find((one) => code >= one && code < one + 10)
    return zero === undefined ? character : String(code - zero)
  })

/** A code of digits or capital letters, in any script's digits and without spaces; lengths are for its field. */
export const typedCode = (text: string): string => plainDigits(typedText(text)).replace(/ /g, '')

import { ENGLISH } from './keys'

/** Attributes whose words are read aloud or stand in for what is not there yet. */
const SPOKEN = ['aria-label', 'aria-valuetext', 'placeholder', 'title', 'alt']

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')

/** Each text with the pattern of what it says with any values. */
const patterns = ENGLISH.map(
  ([key, text]) =>
    [
      key,
      new RegExp(
        text
          .split(/\{\{\w+\}\}/)
          .map(escaped)
          .join('[^\n]{0,120}?'),
      ),
    ] as const,
)

/** All words of the page, those that only screen readers say too. */
function wordsOfPage(): string {
  const spoken = SPOKEN.flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].map((node) => node.getAttribute(name)),
  )
  const written = [...document.querySelectorAll('body *')]
    .filter((node) => !node.matches('script, style') && [...node.childNodes].some(({ nodeType }) => nodeType === 3))
    .map(({ textContent }) => textContent)
  return [document.title, ...spoken, ...written].join('\n')
}

/** The keys of English texts that the page says now. */
export function saidNow(): string[] {
  const words = wordsOfPage()
  return patterns.filter(([, pattern]) => pattern.test(words)).map(([key]) => key)
}

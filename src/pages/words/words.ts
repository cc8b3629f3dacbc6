/** The words of a page in the language of the browser. The page stays hidden until it has them, so no other shows first. */
import { de } from './de.ts'
import { en } from './en.ts'

/** A further language is one more file of the shape of `en`, and its name here. */
const languages = { en, de }

type Language = keyof typeof languages

const languageOf = (tag: string) => tag.split('-')[0]!.toLowerCase()
const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)

/** The locale of dates and numbers: the first of the browser's whose language these pages speak. */
export const locale: string = navigator.languages.find((tag) => isLanguage(languageOf(tag))) ?? 'en'

const language = languageOf(locale) as Language

export const words = languages[language]

/**
 * Puts the words of a room into the elements that name them by `data-say`, and shows the page. A place such as `{0}`
 * stands for the child of that number.
 */
export function speak(room: Readonly<Record<string, unknown>>): void {
  document.documentElement.lang = language
  const common = { ...words.trouble, troubleTitle: words.trouble.title, loading: words.loading }
  for (const element of document.querySelectorAll<HTMLElement>('[data-say]')) {
    const name = element.dataset.say!
    const text = Object.hasOwn(room, name) ? room[name] : common[name as keyof typeof common]
    if (typeof text === 'string') fillIn(element, text)
  }
  if (typeof room.title === 'string') document.title = `${room.title} · chairside`
  document.body.classList.remove('unspoken')
}

/** Writes a text into an element, and keeps its children at their places. */
export function fillIn(element: Element, text: string): void {
  const children = [...element.children]
  const pieces = text.split(/\{(\d)\}/)
  element.replaceChildren(...pieces.map((piece, i) => (i % 2 === 0 ? piece : children[Number(piece)]!)))
}

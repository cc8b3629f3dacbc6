import { languageNames } from './languages.ts'
import { locale } from './words.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Every code that a country may have (ISO 3166-1 alpha-2). The browser knows which of them are countries. */
const codes = letters.flatMap((first) => letters.map((second) => first + second))

const namesIn = (language: string) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })

let known: ReadonlyMap<string, string> | undefined

/** The codes of countries, by themselves and by their names in the languages of the desk, in small letters. */
function codesByName(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const language of Object.keys(languageNames)) {
    const names = namesIn(language)
    for (const code of codes) {
      const name = names.of(code)
      if (name === undefined) continue
      found.set(code.toLowerCase(), code)
      found.set(name.toLowerCase(), code)
    }
  }
  return found
}

/** A country in the language of the member; as it was written where it is none that we know. Empty for null. */
export function sayCountry(text: string | null): string {
  if (!text) return ''
  known ??= codesByName()
  const code = known.get(text.trim().toLowerCase())
  return (code && namesIn(locale.value).of(code)) || text
}

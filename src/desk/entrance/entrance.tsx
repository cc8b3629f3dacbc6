/** The ways in: the screens before the front desk. Each loads what it needs, and none loads the desk. */
import { type ComponentType, render } from 'preact'
import { browserLanguage, type Language } from '../words/languages.ts'
import { speak, words } from '../words/words.ts'

const screens: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/setup': async () => (await import('./setup.tsx')).Setup,
  '/enrol': async () => (await import('./enrol.tsx')).Enrol,
  '/sign-in': async () => (await import('./sign-in.tsx')).SignIn,
}

/** The desk has the words of forms among its own, and does without the others. So they are loaded from here. */
const own = {
  en: () => Promise.all([import('../words/en-forms.ts'), import('../words/en-entrance.ts')]),
  de: () => Promise.all([import('../words/de-forms.ts'), import('../words/de-entrance.ts')]),
} satisfies Record<Language, unknown>

const language = browserLanguage()
const place = document.getElementById('entrance')!
try {
  const [Screen, parts] = await Promise.all([
    screens[location.pathname]!(),
    own[language](),
    speak(language, 'access'),
  ])
  words.value = Object.assign({}, words.value, ...parts)
  place.replaceChildren()
  render(<Screen />, place)
} catch (error) {
  // The page says it in both languages, because the words may be what is missing.
  place.firstElementChild?.classList.remove('late')
  throw error
}

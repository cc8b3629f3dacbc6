/** The ways in: the screens before the front desk. Each loads what it needs, and none loads the desk. */
import { type ComponentType, render } from 'preact'
import { browserLanguage, type Language } from '../words/languages.ts'
import { speak, words } from '../words/words.ts'

const screens: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/setup': async () => (await import('./setup.tsx')).Setup,
  '/enrol': async () => (await import('./enrol.tsx')).Enrol,
  '/sign-in': async () => (await import('./sign-in.tsx')).SignIn,
}

/** The desk has these words among its own. So they are loaded from here, and its first board waits for no file more. */
const forms = {
  en: () => import('../words/en-forms.ts'),
  de: () => import('../words/de-forms.ts'),
} satisfies Record<Language, unknown>

const language = browserLanguage()
const place = document.getElementById('entrance')!
try {
  const [Screen, common] = await Promise.all([
    screens[location.pathname]!(),
    forms[language](),
    speak(language, 'entrance'),
  ])
  words.value = { ...words.value, ...common }
  place.replaceChildren()
  render(<Screen />, place)
} catch (error) {
  // The page says it in both languages, because the words may be what is missing.
  place.firstElementChild?.classList.remove('late')
  throw error
}

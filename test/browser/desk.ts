/** A front desk in a real browser, with a real server whose clock the test sets. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Words } from '../../src/desk/words/languages.ts'
import { formatInstant, localTime } from '../../src/domain/time.ts'
import { de, en } from '../desk/words.ts'
import { type Clinic, clinic, type Member } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { anotherSession } from '../support/sign-in.ts'
import { type Person, person } from './browser.ts'

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

export const wordsOf: Record<Language, Words> = { en, de }
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

/** The time zone of a practice in Berlin, and a time on its clocks as an instant. */
export const berlin = 'Europe/Berlin'
export const inBerlin = (day: string, time: string) => formatInstant(localTime(day, time, berlin))

export interface House extends AsyncDisposable {
  readonly c: Clinic
  /**
   * Opens a new desk, signed in as the owner or as another `member`. `place` is the part of the address after the `#`,
   * such as `/day/2026-03-02`.
   */
  readonly desk: (
    options?: BrowserContextOptions & { readonly place?: string; readonly member?: Member },
  ) => Promise<Person & { readonly w: Words }>
}

/**
 * A practice and browsers whose clocks are at `c.clock.now` (Monday, 2 March 2026, 8:00 UTC at first).
 */
export async function deskHouse(
  browser: Browser,
  language: Language = 'en',
  opened: Promise<Clinic> = clinic(),
): Promise<House> {
  const everybody = new AsyncDisposableStack()
  const c = everybody.use(await opened)
  const { url } = everybody.use(listening(c))
  return {
    c,
    async desk({ place = '', member = c.owner, ...options } = {}) {
      const someone = everybody.use(await person(browser, url, { locale: locales[language], ...options }))
      await someone.page.clock.setFixedTime(c.clock.now)
      await openDesk(someone.page, await anotherSession(c, 'Test', member.userId), place)
      return Object.assign(someone, { w: wordsOf[language] })
    },
    [Symbol.asyncDispose]: () => everybody.disposeAsync(),
  }
}

/** Opens the desk on a new page with the token of a session, and waits until a screen is shown. */
export async function openDesk(page: Page, token: string, place = ''): Promise<void> {
  await using _session = await page.addInitScript((token) => {
    if (location.origin !== 'null') sessionStorage.setItem('chairside.session', token)
  }, token)
  await page.goto(`/desk#${place}`)
  await page.waitForSelector('main > *')
}

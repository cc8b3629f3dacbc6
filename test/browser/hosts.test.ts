/** A practice gets its own address. These tests check which passkeys still work, and the texts of the sign-in page. */
import { describe, expect, test } from 'bun:test'
import { moveToHost } from '../../src/features/practice/host.ts'
import { openEnrolmentLink } from '../../src/features/shared/access.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { remindedVisit } from '../support/visiting.ts'
import { chromiumPath, person } from './browser.ts'
import { browser, useBrowser } from './browsing.ts'
import { expectAccessible } from './desk-accessible.ts'
import { enrol, onDesk } from './steps.ts'

// Browsers resolve every name below `localhost` without a lookup, and trust these pages without a certificate.
const shared = 'app.localhost'
const below = 'mueller.app.localhost'
const otherDomain = 'praxis-mueller.localhost'

useBrowser()

async function house() {
  const everybody = new AsyncDisposableStack()
  let port = 0
  const originOf = (host: string) => `http://${host}:${port}`
  const c = everybody.use(await clinic({ origin: () => originOf(shared) }))
  everybody.use(listening(c))
  port = c.app.server!.port!
  const move = (host: string | null, practiceId = c.owner.practiceId) =>
    moveToHost(c.store.practices.of(practiceId, byTest), { host, shared }, c.clock.now)
  const visitor = async (host: string, locale = 'en-GB') =>
    everybody.use(await person(browser, originOf(host), { locale }))
  return { c, originOf, move, visitor, [Symbol.asyncDispose]: () => everybody.disposeAsync() }
}

/** The path of a new link by which the assistant enrols. */
async function newLink(c: Clinic): Promise<string> {
  const { secret } = await c.practice.write((tx) => openEnrolmentLink(tx, c.assistant.userId, c.clock.now))
  return `/enrol#${secret}`
}

/** The texts of the sign-in page in each language. */
const languages = {
  'en-GB': {
    act: 'Sign in with a passkey',
    here: 'This is the new address of your practice. Sign in here once more.',
    moved:
      'Your practice has a new address. A passkey that you made before does not work here. Ask an owner for a link, and make a new passkey with it.',
  },
  'de-DE': {
    act: 'Mit Passkey anmelden',
    here: 'Das ist die neue Adresse Ihrer Praxis. Melden Sie sich hier noch einmal an.',
    moved:
      'Ihre Praxis hat eine neue Adresse. Ein Passkey von vorher gilt hier nicht. Bitten Sie eine Inhaberin oder einen Inhaber um einen Link, und legen Sie damit einen neuen Passkey an.',
  },
} as const

describe.skipIf(chromiumPath === undefined)('when a practice has its own address', () => {
  for (const [locale, say] of Object.entries(languages)) {
    test(`a passkey of the shared address works at a host below this address, and the shared address leads to the host (${locale})`, async () => {
      await using h = await house()
      const before = await h.visitor(shared, locale)
      await enrol(before.page, await newLink(h.c))
      const passkeys = await before.device.takeOut()
      expect(passkeys.map(({ rpId }) => rpId)).toEqual([shared])
      await h.move(below)

      const after = await h.visitor(below, locale)
      await after.device.putIn(passkeys)
      await after.page.goto('/sign-in')
      await after.page.getByRole('button', { name: say.act }).click()
      await onDesk(after.page)
      expect(new URL(after.page.url()).hostname).toBe(below)
      expect(after.complaints).toEqual([])

      const late = await h.visitor(shared, locale)
      await late.device.putIn(await after.device.takeOut())
      await late.page.goto('/sign-in')
      await late.page.getByRole('button', { name: say.act }).click()
      await late.page.waitForURL(`${h.originOf(below)}/sign-in*`)
      await late.page.getByText(say.here).waitFor()
      await late.page.getByRole('button', { name: say.act }).click()
      await onDesk(late.page)
      expect(new URL(late.page.url()).hostname).toBe(below)
    })

    test(`a passkey of the shared address does not work at another domain, and the sign-in page explains what to do (${locale})`, async () => {
      await using h = await house()
      const before = await h.visitor(shared, locale)
      await enrol(before.page, await newLink(h.c))
      const passkeys = await before.device.takeOut()
      await h.move(otherDomain)

      const after = await h.visitor(otherDomain, locale)
      await after.device.putIn(passkeys)
      await after.page.goto('/sign-in')
      await after.page.getByRole('button', { name: say.act }).click()
      const problem = after.page.getByRole('alert').filter({ hasText: say.moved })
      await problem.waitFor()
      await expectAccessible(after.page, `sign-in at a new address (${locale})`)

      // The advice of the page works. The device keeps both passkeys.
      await enrol(after.page, await newLink(h.c))
      const both = await after.device.takeOut()
      expect(both.map(({ rpId }) => rpId).sort()).toEqual([shared, otherDomain].sort())
      const again = await h.visitor(otherDomain, locale)
      await again.device.putIn(both)
      await again.page.goto('/sign-in')
      await again.page.getByRole('button', { name: say.act }).click()
      await onDesk(again.page)
      expect([...after.complaints, ...again.complaints]).toEqual([])
    })
  }

  test('the link by which a member makes a passkey leads from the shared address to the new address, and still works', async () => {
    await using h = await house()
    const link = await newLink(h.c)
    await h.move(below)
    const { page } = await h.visitor(shared)
    await page.goto(link)
    await page.waitForURL(`${h.originOf(below)}/enrol`)
    await page.waitForSelector('#opened')
  })

  test('a link in a message leads from an earlier host of the practice to the present host, and still works', async () => {
    await using h = await house()
    const { mailed, unsubscribe } = await remindedVisit(h.c)
    await h.move(below)
    await h.move(otherDomain)
    const patient = await h.visitor(otherDomain)
    await patient.page.goto(`${h.originOf(below)}/visit#${mailed}`)
    await patient.page.waitForSelector('text=Can you come?')
    expect(patient.page.url()).toBe(`${h.originOf(otherDomain)}/visit#${mailed}`)
    await patient.page.goto(`${h.originOf(below)}${unsubscribe}`)
    await patient.page.getByRole('button', { name: 'No more e-mails' }).click()
    await patient.page.waitForSelector('text=You get no more e-mails about your appointments.')
    expect(new URL(patient.page.url()).hostname).toBe(otherDomain)
  })
})

/**
 * Tests of webhooks on their page of the settings and in the inbox, in both languages. The receiver is a real server
 * over TLS.
 */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { webhookKeys } from '../../src/delivery/webhook-signature.ts'
import { success } from '../support/answers.ts'
import { clinic, trailKey } from '../support/clinic.ts'
import { newPatient, newTag } from '../support/records.ts'
import { newWebhook, sendingWebhooks, verifiedThen, webhookReceiver } from '../support/webhook-receiver.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { soon } from './soon.ts'
import { button, openSettings } from './steps.ts'

useBrowser()

const dialog = (page: Page) => page.locator('dialog').last()
const submit = (page: Page) => dialog(page).locator('[type=submit]').click()

for (const language of languages)
  browsing(
    `an owner makes a webhook, sees its deliveries, and activates it again after its receiver has ended it, in ${language}`,
    async () => {
      let status = 204
      await using receiver = await webhookReceiver(() => new Response(null, { status }))
      const keys = webhookKeys(trailKey)
      const house = await deskHouse(browser, language, clinic({ webhooks: { post: receiver.post, keys } }))
      await using _house = house
      const { c } = house
      await using sending = sendingWebhooks(c, receiver.post)
      const { page, w, complaints } = await house.desk({
        place: '/settings/webhooks',
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const { forms, security, settings, webhooks: says } = w
      const host = 'hooks.example.org:8443'
      const act = (name: string) => button(page, `${name}: ${host}`)
      const notes = () => page.locator('.record-rows .hint').allTextContents()

      // A webhook is added, after two mistakes.
      await page.getByText(says.none).waitFor()
      await button(page, says.add).click()
      await page.getByLabel(says.address).fill('http://example.org')
      await page.getByLabel(says.some).check()
      await submit(page)
      await dialog(page).getByText(says.wrongAddress).waitFor()
      await dialog(page).getByText(says.chooseKind).waitFor()
      await expectAccessible(page, `a new webhook with mistakes in ${language}`)
      await page.getByLabel(says.kinds.tag, { exact: true }).check()
      // The desk accepts this address, and the server refuses it.
      await page.getByLabel(says.address).fill('https://127.0.0.1/')
      await submit(page)
      await dialog(page).getByText(says.wrongAddress).waitFor()
      await page.getByLabel(says.address).fill(receiver.url)
      await submit(page)
      await page.getByText(says.copyNow).waitFor()
      await page.locator('.news:focus').waitFor()
      const secret = await page.inputValue('.news input')
      await button(page, security.copy).click()
      await page.getByText(security.copied).first().waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
      await page.getByText(says.nothingSent).waitFor()
      await expectAccessible(page, `a secret in ${language}`)

      // A test event is sent.
      await act(says.test).click()
      await page.locator('.news').getByText(says.took(204)).waitFor()
      expect(verifiedThen(c, secret, receiver.got.splice(0)[0]!)).toMatchObject({ type: 'webhook.test' })

      // Events of changes are sent, and sent again from a row of the deliveries.
      await newPatient(c.owner.call)
      await newTag(c.owner.call, 'first')
      await sending.round()
      await newTag(c.owner.call, 'second')
      await sending.round()
      expect(receiver.got.map(({ body }) => JSON.parse(body).type)).toEqual(['tag.changed', 'tag.changed'])
      await openSettings(page, 'own')
      await openSettings(page, 'webhooks')
      expect(await page.content()).not.toContain(secret.slice(-20))
      await soon(async () => expect((await notes()).join()).toContain(says.took(204)))
      expect((await notes())[0]).toBe(says.kinds.tag)
      await act(says.deliveries).click()
      await dialog(page).getByText(says.requests(2)).waitFor()
      await expectAccessible(page, `the deliveries in ${language}`)
      const [first] = receiver.got.splice(0)
      await button(page, `${says.replayFrom}: ${first!.id}`).click()
      await submit(page)
      await page.getByText(says.replayed).first().waitFor()
      await page.keyboard.press('Escape')
      await sending.round()
      expect(receiver.got.map(({ id }) => id)).toContain(first!.id)

      // First the cursor is unknown. Then it is a cursor from before the webhook was made.
      await act(says.replay).click()
      await submit(page)
      await dialog(page).getByText(forms.fillIn).waitFor()
      await page.getByLabel(says.since).fill('no cursor')
      await submit(page)
      await dialog(page).getByText(says.noChange).waitFor()
      await page.getByLabel(says.since).fill('1.1')
      await submit(page)
      await dialog(page).getByText(says.tooOld).waitFor()
      await page.keyboard.press('Escape')

      // The receiver fails (500), and then answers that it is gone (410).
      status = 500
      await newTag(c.owner.call, 'third')
      await sending.round()
      await page.reload()
      await page.getByText(says.states.failing).waitFor()
      expect((await notes()).join()).toContain(says.refused(500))
      status = 410
      await act(says.tryNow).click()
      await page.getByText(says.isOn).first().waitFor()
      await sending.round()
      await page.reload()
      await page.getByText(says.states.gone).waitFor()
      await page.goto('/desk#/inbox')
      await page.getByRole('link', { name: w.inbox.toWebhooks }).click()
      await page.getByText(says.states.gone).waitFor()
      status = 204
      receiver.got.length = 0
      await act(says.again).click()
      await page.getByText(says.states.on, { exact: true }).waitFor()
      await sending.round()
      expect(receiver.got.map(({ body }) => JSON.parse(body).type)).toEqual(['tag.changed'])

      // A second secret signs, in addition to the first one.
      await act(says.newSecret).click()
      await submit(page)
      await page.locator('.news:focus').waitFor()
      const second = await page.inputValue('.news input')
      expect(second).not.toBe(secret)
      await act(says.test).click()
      await page.locator('.news').getByText(says.took(204)).waitFor()
      for (const each of [secret, second]) verifiedThen(c, each, receiver.got.at(-1)!)

      // The webhook is deactivated, activated again by its row, and deleted.
      await act(settings.edit).click()
      await page.getByLabel(says.every).check()
      await page.getByLabel(says.active).uncheck()
      await submit(page)
      await page.getByText(says.states.off, { exact: true }).waitFor()
      expect((await notes())[0]).toBe(says.every)
      await act(says.again).click()
      await page.getByText(says.states.on, { exact: true }).waitFor()
      await act(settings.edit).click()
      await button(page, settings.delete).click()
      await page.getByText(says.deleteText).waitFor()
      await submit(page)
      await page.getByText(says.none).waitFor()
      expect(success(await c.owner.call('GET', '/api/v1/webhooks'))).toEqual({ webhooks: [] })
      expect(complaints.map((each) => each.replace(/[\da-f-]{36}/, 'id'))).toEqual([
        '400 /api/v1/webhooks',
        '400 /api/v1/webhooks/id/replay',
        '410 /api/v1/webhooks/id/replay',
      ])
    },
  )

browsing(
  'only owners see the page of webhooks, and a practice cannot have more than ten webhooks',
  async () => {
    await using house = await deskHouse(browser)
    const { c } = house
    for (let i = 0; i < 10; i++) await newWebhook(c, { url: `https://example.org/${i}` })
    const assistant = await house.desk({ place: '/settings/webhooks', member: c.assistant })
    await assistant.page.getByText(assistant.w.settings.forOwners).waitFor()
    expect(assistant.complaints).toEqual([])
    const { page, w, complaints } = await house.desk({ place: '/settings/webhooks' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText('https://example.org/9').waitFor()
    await button(page, w.webhooks.add).click()
    await page.getByLabel(w.webhooks.address).fill('https://example.org/10')
    await submit(page)
    await dialog(page).getByText(w.webhooks.tooMany).waitFor()
    expect(await page.locator('main').evaluate((main) => main.scrollWidth <= main.clientWidth)).toBe(true)
    expect(complaints).toEqual(['409 /api/v1/webhooks'])
  },
)

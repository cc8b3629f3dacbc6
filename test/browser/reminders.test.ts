import { expect } from 'bun:test'
import { de } from '../../src/messages/de.ts'
import { en } from '../../src/messages/en.ts'
import { updateNotice } from '../../src/store/notices.ts'
import { success } from '../support/answers.ts'
import { reminding } from '../support/reminding.ts'
import { anotherSession } from '../support/sign-in.ts'
import { unluckyOwner } from './house.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { focusedId, rowOf, sessionOf, signInAs, submitDialog } from './steps.ts'

inBrowser(
  {
    'an owner sets further reminders and the hours in which messages go out': async (house) => {
      const owner = await house.owner()
      const { page } = owner
      const call = house.server.as((await sessionOf(page))!)
      const settings = async () => success(await call('GET', '/api/v1/practice/reminders'))
      expect(await page.inputValue('#send-from')).toBe('08:00')
      expect(await page.inputValue('#more-lead-0')).toBe('')
      await page.fill('#more-lead-0', '7')
      await page.selectOption('#more-lead-unit-0', 'days')
      await page.fill('#more-lead-1', '2')
      await page.fill('#send-from', '00:00')
      await page.fill('#send-until', '00:00')
      await page.click('text=Save the times')
      await page.getByText('The times of reminders are saved.').waitFor()
      expect(await settings()).toMatchObject({
        moreLeadMinutes: [10_080, 120],
        sendFrom: '00:00',
        sendUntil: '24:00',
      })
      await page.fill('#more-lead-0', '')
      await page.fill('#send-until', '00:30')
      await page.click('text=Save the times')
      await page.waitForSelector('#reminder-times .issue')
      expect(await page.textContent('#reminder-times .issue')).toContain('at least an hour')
      await page.fill('#send-until', '21:30')
      await page.click('text=Save the times')
      await page.getByText('The times of reminders are saved.').waitFor()
      expect(await settings()).toMatchObject({ moreLeadMinutes: [120], sendUntil: '21:30' })
      // The one that is left is the second reminder now.
      expect(await page.inputValue('#more-lead-0')).toBe('2')
      onlyRefused(owner, '400 /api/v1/practice/reminders')
    },

    'an owner writes the texts of reminders, previews them, and goes back to the standard texts': async (
      house,
    ) => {
      const owner = await house.owner()
      const { page } = owner
      const call = house.server.as((await sessionOf(page))!)
      const words = async () => success(await call('GET', '/api/v1/practice/reminders'))
      expect(await rowOf(page, 'reminders', 'E-mail').textContent()).toContain('messages are sent')
      expect(await rowOf(page, 'reminders', 'Text message').textContent()).toContain(
        'No service for text messages is set up: no messages are sent.',
      )
      expect(await page.inputValue('#email-text')).toBe(en.templates.emailText)

      await page.fill('#email-subject', '{date}: see you <b>soon</b>')
      await page.fill('#sms-text', '{practice}: {date}, {link}')
      await page.click('#see-preview')
      await page.waitForSelector('#preview:not(:empty)')
      expect(await focusedId(page)).toBe('preview')
      const preview = (await page.textContent('#preview'))!
      expect(preview).toContain(': see you <b>soon</b>')
      expect(preview).toContain('Hello Alex')
      const sms = (await page.locator('#preview .message').last().textContent())!
      expect(sms).toStartWith('Praxis am Lindenplatz: ')
      expect(preview).toContain(`Text message, ${sms.length} characters`)
      expect((await words()).smsText).toBe(en.templates.smsText)

      // The owner's own text stays when the language changes. The other texts change with it.
      await page.selectOption('#language', 'de')
      expect(await page.locator('#preview:empty').count()).toBe(1)
      expect(await page.inputValue('#email-text')).toBe(de.templates.emailText)
      expect(await page.inputValue('#sms-text')).toBe('{practice}: {date}, {link}')
      await page.click('text=Save the texts')
      await page.getByText('The texts are saved.').waitFor()
      expect(await words()).toMatchObject({
        language: 'de',
        emailSubject: '{date}: see you <b>soon</b>',
        emailText: de.templates.emailText,
        smsText: '{practice}: {date}, {link}',
      })
      // The standard texts were not saved as the owner's own texts.
      success(await call('PATCH', '/api/v1/practice/reminders', { language: 'en' }))
      expect((await words()).emailText).toBe(en.templates.emailText)

      await page.click('#standard-words')
      expect(await page.textContent('#said')).toBe('')
      await submitDialog(page)
      await page.getByText('Reminders use the standard texts now.').waitFor()
      expect(await page.inputValue('#sms-text')).toBe(de.templates.smsText)
      expect(await words()).toMatchObject({ language: 'de', ...de.templates })
      onlyRefused(owner)
    },

    'mistakes in the texts are shown at their fields, on saving and on preview': async (house) => {
      const owner = await house.owner()
      const { page } = owner
      const issueAt = (id: string) => page.locator(`.field:has(#${id}) .issue`).textContent()
      await page.fill('#email-subject', '')
      await page.click('text=Save the texts')
      expect(await issueAt('email-subject')).toBe('Please fill this in.')
      await page.fill('#email-subject', 'Hello {name}')
      await page.fill('#sms-text', 'See you soon.')
      for (const button of ['Preview', 'Save the texts']) {
        await page.getByText(button, { exact: true }).click()
        await page.waitForSelector('#sms-text[aria-invalid=true]')
        expect(await issueAt('email-subject')).toStartWith('May hold {practice}, {firstName}')
        expect(await issueAt('sms-text')).toBe('Must hold {link}.')
        expect(await focusedId(page)).toBe('email-subject')
      }
      await page.fill('#email-subject', 'Hello')
      await page.fill('#sms-text', `${'{date} '.repeat(20)}${'x'.repeat(140)}{link}`)
      await page.click('#see-preview')
      await page.waitForSelector('#email-subject:not([aria-invalid])')
      await page.waitForSelector('#sms-text[aria-invalid=true]')
      expect(await issueAt('sms-text')).toMatch(/^Has \d+ characters when all is filled in/)
      onlyRefused(
        owner,
        '400 /api/v1/practice/reminders/preview',
        '400 /api/v1/practice/reminders',
        '400 /api/v1/practice/reminders/preview',
      )
    },

    'a failed reminder names the patient, the phone, the year and the reason, and can be tried again': async (
      _,
      browser,
    ) => {
      await using unlucky = await unluckyOwner(browser, { timezoneId: 'America/New_York' })
      const { c, owner } = unlucky
      const { page } = owner
      expect(await page.textContent('#reminders .content')).toContain(
        'No mail server is set up: messages are only noted in the server’s log.',
      )
      const failed = (channel: string) => rowOf(page, 'undelivered', channel)
      expect(await failed('E-mail').locator('.title').textContent()).toBe('Zoé MüllerE-mail')
      const text = (await failed('E-mail').textContent())!
      expect(text).toMatch(/Appointment on Tue,? 10 Mar 2026,? (at )?10:00/)
      expect(text).toContain('The e-mail was refused (smtp_550). The address may be wrong.')
      expect(await failed('E-mail').locator('a[href^="tel:"]').textContent()).toBe('+4915551234567')
      expect(await failed('E-mail').locator('a[href^="mailto:"]').textContent()).toBe('zoe@example.org')
      expect(await failed('Text message').textContent()).toContain('there was no answer')

      const [{ id, patientId, appointmentId }] = success(
        await c.owner.call('GET', '/api/v1/reminders/failed'),
      ).reminders.filter((reminder: { channel: string }) => reminder.channel === 'sms')
      await c.practice.write((tx) =>
        updateNotice(tx, id, { state: 'skipped', reason: 'invalid_phone', lastError: null }),
      )
      await page.reload()
      expect(await failed('Text message').textContent()).toContain('is not a number that can be texted')
      expect(await failed('Text message').getByRole('button').count()).toBe(1)

      // A new try must not delete what the owner is writing.
      await page.fill('#email-subject', 'Half a sub')
      await failed('E-mail').getByText('Try again').click()
      await page.getByText('The reminder is sent again now.').waitFor()
      await failed('E-mail').waitFor({ state: 'detached' })
      expect(await focusedId(page)).toBe('undelivered-heading')
      expect(await page.inputValue('#email-subject')).toBe('Half a sub')
      const r = reminding(c)
      await r.round()
      expect(r.emails).toHaveLength(1)

      c.clock.now += 3 * 3_600_000
      await failed('Text message').getByRole('button').click()
      await page.waitForSelector('#said.trouble:not(:empty)')
      expect(await page.textContent('#said')).toStartWith('The appointment has begun or is about to begin')
      await page.clock.setFixedTime(c.clock.now + 3_600_000)
      await page.reload()
      await failed('Text message').waitFor()
      expect(await page.locator('#undelivered').getByRole('button').count()).toBe(0)

      const entry = `/api/v1/appointments/${appointmentId}`
      success(
        await c.owner.call('PATCH', entry, {
          startAt: '2027-01-04T09:00:00.000Z',
          endAt: '2027-01-04T10:00:00.000Z',
        }),
      )
      await page.reload()
      expect(await failed('Text message').textContent()).toMatch(
        /The appointment on .*2026.* was moved to Mon,? 4 Jan 2027/,
      )
      success(await c.owner.call('DELETE', entry))
      success(await c.owner.call('DELETE', `/api/v1/patients/${patientId}`))
      await page.reload()
      const gone = (await failed('Text message').textContent())!
      expect(gone).toContain('A deleted patient')
      expect(gone).toMatch(/The appointment on .*2026.* was deleted/)
      onlyRefused(owner, expect.stringMatching(/^409 \/api\/v1\/reminders\/.*\/retry$/))
    },

    'an assistant sees the reminders that failed and has them tried again': async (_, browser) => {
      await using unlucky = await unluckyOwner(browser)
      const { c, owner } = unlucky
      const { page } = owner
      await signInAs(page, await anotherSession(c, 'Test', c.assistant.userId))
      expect(await page.textContent('#user-role')).toBe('Assistant')
      await rowOf(page, 'undelivered', 'E-mail').getByText('Try again').click()
      await page.getByText('The reminder is sent again now.').waitFor()
      expect(await rowOf(page, 'undelivered', 'Text message').textContent()).toContain('Zoé Müller')
      onlyRefused(owner)
    },
  },
  { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'praxis@example.org' },
)

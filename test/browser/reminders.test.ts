import { expect } from 'bun:test'
import { de } from '../../src/messages/de.ts'
import { en } from '../../src/messages/en.ts'
import { success } from '../support/answers.ts'
import { at } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { anotherSession } from '../support/sign-in.ts'
import { fillDesk, unluckyOwner } from './house.ts'
import { inBrowser, onlyRefused } from './in-browser.ts'
import { focusedId, rowOf, sessionOf, signInAs, submitDialog } from './steps.ts'

inBrowser(
  {
    'an owner says how patients reach the practice, and takes it back': async (house) => {
      const owner = await house.owner()
      const { page } = owner
      const call = house.server.as((await sessionOf(page))!)
      const settings = async () => success(await call('GET', '/api/v1/practice/reminders'))
      await page.fill('#contact-phone', ' 030 1234567')
      await page.fill('#contact-reply-to', 'praxis')
      await page.fill('#contact-address', 'Lindenplatz 1\n10969 Berlin')
      await page.click('text=Save phone and addresses')
      await page.getByText('This is not an e-mail address.').waitFor()
      await page.fill('#contact-reply-to', 'praxis@example.org')
      await page.click('text=Save phone and addresses')
      await page.getByText('Phone and addresses are saved.').waitFor()
      const set = {
        phone: '030 1234567',
        address: 'Lindenplatz 1\n10969 Berlin',
        replyTo: 'praxis@example.org',
      }
      expect(await settings()).toMatchObject(set)
      await page.reload()
      await page.waitForSelector('#contact-form:not([hidden])')
      expect(await page.inputValue('#contact-phone')).toBe('030 1234567')
      await page.fill('#contact-phone', '')
      await page.click('text=Save phone and addresses')
      await page.getByText('Phone and addresses are saved.').waitFor()
      expect(await settings()).toMatchObject({ ...set, phone: null })
    },

    'an owner chooses that patients are told of bookings': async (house) => {
      const owner = await house.owner()
      const { page } = owner
      const call = house.server.as((await sessionOf(page))!)
      const settings = async () => success(await call('GET', '/api/v1/practice/reminders'))
      const box = page.getByLabel('Tell patients when an appointment is booked for them')
      expect(await box.isChecked()).toBe(false)
      await box.check()
      await page.click('#tell-booked-form button')
      await page.getByText('Patients are told of bookings now.').waitFor()
      expect(await settings()).toMatchObject({ tellBooked: true })
      await page.reload()
      await box.waitFor()
      expect(await box.isChecked()).toBe(true)
      await box.uncheck()
      await page.click('#tell-booked-form button')
      await page.getByText('Patients are not told of bookings now.').waitFor()
      expect(await settings()).toMatchObject({ tellBooked: false })
      onlyRefused(owner)
    },

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
      expect(await page.locator('#preview li').allTextContents()).toEqual([
        'English: 1 part',
        'Deutsch: 1 part',
      ])
      await page.fill('#sms-text', '{practice}: ő {date}, {link}')
      await page.click('#see-preview')
      await page.getByText('more text would fit into a part: ő').waitFor()
      await page.fill('#sms-text', '{practice}: {date}, {link}')
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
        expect(await issueAt('email-subject')).toStartWith('May hold {practice}, {title}')
        expect(await issueAt('sms-text')).toBe('Must hold {link}.')
        expect(await focusedId(page)).toBe('email-subject')
      }
      await page.fill('#email-subject', 'Hello')
      await page.fill('#sms-text', '{link}'.repeat(8))
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
      const failed = (channel: string) => rowOf(page, 'desk', channel)
      expect(await failed('E-mail').locator('.title').textContent()).toBe('Zoé MüllerE-mail')
      const text = (await failed('E-mail').textContent())!
      expect(text).toMatch(/Appointment on Tue,? 10 Mar 2026,? (at )?10:00/)
      expect(text).toContain('The mail service refused the e-mail address: ask the patient for the right one')
      expect(await failed('E-mail').locator('a[href^="tel:"]').textContent()).toBe('+4915551234567')
      expect(await failed('E-mail').locator('a[href^="mailto:"]').textContent()).toBe('zoe@example.org')

      // A new try must not delete what the owner is writing.
      await page.fill('#email-subject', 'Half a sub')
      await failed('E-mail').getByRole('button').click()
      await page.getByText('The message is sent again now.').waitFor()
      await failed('E-mail').waitFor({ state: 'detached' })
      expect(await focusedId(page)).toBe('desk-heading')
      expect(await page.inputValue('#email-subject')).toBe('Half a sub')
      const r = reminding(c)
      await r.round()
      expect(r.emails).toHaveLength(1)

      // The page is not loaded again, so it still offers what comes too late by now.
      c.clock.now = Date.parse(at('08:55'))
      await failed('Text message').getByRole('button').click()
      await page.waitForSelector('#said.trouble:not(:empty)')
      expect(await page.textContent('#said')).toStartWith('The start that the patient knows is over or near')
      await page.reload()
      await failed('Text message').waitFor()
      expect(await failed('Text message').textContent()).toContain(': call the patient.')
      expect(await page.locator('#desk').getByRole('button').count()).toBe(0)
      c.clock.now = Date.parse(at('09:00'))
      await page.reload()
      await page.locator('#desk').getByText('Nobody has to be called now.').waitFor()
      onlyRefused(owner, expect.stringMatching(/^409 \/api\/v1\/reminders\/.*\/retry$/))
    },

    'an assistant sees whom to call, and has all messages of one kind sent again': async (_, browser) => {
      await using unlucky = await unluckyOwner(browser)
      const { c, owner } = unlucky
      const { page } = owner
      await fillDesk(c)
      await signInAs(page, await anotherSession(c, 'Test', c.assistant.userId))
      expect(await page.textContent('#user-role')).toBe('Assistant')
      const headings = await page.locator('#desk h3').allTextContents()
      expect(headings).toEqual([
        'Not reached (5)',
        'Perhaps not reached (2)',
        'Asked to cancel (1)',
        'Not answered (1)',
      ])
      expect(await rowOf(page, 'desk', 'Carla').textContent()).toContain(
        'The patient asks to cancel: call them',
      )
      const tried = page.locator('#desk li', { hasText: 'Emma' })
      expect(await tried.allTextContents()).toEqual(
        Array(2).fill(expect.stringContaining('is not sent yet, because')),
      )
      expect(await tried.getByRole('button').count()).toBe(0)
      await page.click('#desk summary')
      await rowOf(page, 'desk', 'Dora').getByText('has not answered').waitFor()
      expect(await page.locator('#desk summary').count()).toBe(1)

      await page.getByText('Try all 2 again', { exact: true }).click()
      await page.getByText('2 messages are sent again, now or when the sending hours begin.').waitFor()
      await page.locator('#desk h3', { hasText: 'Perhaps' }).waitFor({ state: 'detached' })
      expect(await focusedId(page)).toBe('desk-heading')
      await page.getByText('Try all 3 again: the address was refused').click()
      await page.getByText('3 messages are sent again, now or when the sending hours begin.').waitFor()
      await page.locator('#desk h3', { hasText: 'Not reached (2)' }).waitFor()
      expect(await page.locator('#desk h3').allTextContents()).toEqual([
        'Not reached (2)',
        'Asked to cancel (1)',
        'Not answered (1)',
      ])
      onlyRefused(owner)
    },

    'an owner sends a test message and reads what became of it': async (house) => {
      const owner = await house.owner()
      const { page } = owner
      await rowOf(page, 'reminders', 'E-mail').getByText('Send me a test').click()
      const told = page.locator('#reminders [role=status]')
      await told.getByText('The e-mail was not sent, because the mail service was unreachable.').waitFor()
      expect(await told.textContent()).toStartWith('zoe@example.org: ')
      expect(await rowOf(page, 'reminders', 'Text message').getByRole('button').count()).toBe(0)
      onlyRefused(owner)
    },

    'a number that cannot be texted is told at its field': async (_, browser) => {
      await using unlucky = await unluckyOwner(browser)
      const { page } = unlucky.owner
      expect(await page.textContent('#reminders .content')).toContain(
        'No mail server is set up: messages are only noted in the server’s log.',
      )
      await rowOf(page, 'reminders', 'Text message').getByText('Send me a test').click()
      await page.fill('dialog input', 'x')
      await submitDialog(page)
      await page.locator('dialog .issue', { hasText: 'Must be a valid mobile number' }).waitFor()
      await page.fill('dialog input', '0155 51234567')
      await submitDialog(page)
      await page.getByText('+4915551234567: The server sends no messages yet.').waitFor()
      onlyRefused(unlucky.owner, '400 /api/v1/reminders/test')
    },
  },
  { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'praxis@example.org' },
)

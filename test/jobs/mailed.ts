import { expect } from 'bun:test'
import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { openChannels } from '../../src/delivery/channels.ts'
import { smtpMailer } from '../../src/delivery/smtp.ts'
import { due } from '../support/booked.ts'
import type { Clinic } from '../support/clinic.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

const from = 'Reminders <reminders@clinic.example>'

/** A sender that uses this mail server, and one appointment whose notice is due. */
export async function dueByMail(c: Clinic, url: string, deliveryMs = 60_000) {
  const channels = openChannels(
    { mailer: smtpMailer({ url, from }), sms: undefined },
    Date.now,
    () => undefined,
  )
  const r = reminding(c, { channels, deliveryMs })
  const { id: patientId } = await newPatient(c.owner.call, { email: 'zoe@example.org' })
  const { id } = await newEntry(c.owner.call, { patientId, title: 'Root canal' })
  c.clock.now = due
  return { ...r, id: id as string }
}

/** Returns the calendar file of a mail. Expects that each calendar part of the mail names the method of the file. */
export async function calendarIn(source: string) {
  const { attachments } = await PostalMime.parse(source)
  const files = attachments.filter(({ mimeType }) => mimeType === 'text/calendar')
  const [file] = files
  const text = new TextDecoder().decode(file!.content as ArrayBuffer)
  const calendar = new ICAL.Component(ICAL.parse(text))
  const method = calendar.getFirstPropertyValue('method') as string
  const named = [...source.matchAll(/^Content-Type: text\/calendar;[\s\S]*?method="?(\w+)/gim)]
  expect(named.length).toBeGreaterThan(0)
  for (const [, name] of named) expect(name).toBe(method)
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  // The parser changes the line ends, so the attached file is read without the parser.
  const [, attached] = /filename=appointment.ics[\s\S]*?base64\r\n\r\n([\w+/=\r\n]+)/.exec(source)!
  return { method, event, attached: Buffer.from(attached!, 'base64').toString() }
}

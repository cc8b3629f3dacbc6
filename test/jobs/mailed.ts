import { openChannels } from '../../src/delivery/channels.ts'
import { smtpMailer } from '../../src/delivery/smtp.ts'
import { due } from '../support/booked.ts'
import type { Clinic } from '../support/clinic.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

const from = 'Reminders <reminders@clinic.example>'

/** A sender that uses this mail server, and one appointment whose notice is due. */
export async function dueByMail(c: Clinic, url: string, deliveryMs = 2_000) {
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

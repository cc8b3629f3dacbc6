import { fillIn } from '../parts/dialog.ts'
import { make } from '../parts/dom.ts'
import { channelNames, type ReminderChannel } from '../parts/records.ts'
import { action } from '../parts/section.ts'
import { call } from '../parts/session.ts'

interface Tested {
  readonly to: string
  readonly message: string
}

/** The buttons that send a test message to oneself, by channel, and the place where its outcome is told. */
export function testMessages() {
  const told = make('p', { className: 'note', role: 'status' })
  const send = async (body: object) => {
    told.textContent = 'The message is on its way…'
    try {
      const { to, message } = await call<Tested>('POST', '/reminders/test', body)
      told.textContent = `${to}: ${message}`
    } catch (error) {
      told.textContent = ''
      throw error
    }
  }
  const act = {
    email: () => send({ channel: 'email' }),
    sms: () =>
      fillIn(
        'Send me a test',
        [{ name: 'to', label: 'Your mobile number', value: '' }],
        'Send',
        ({ to }) => send({ channel: 'sms', to }),
        ['You get a text message in the saved words of the practice, with a made-up appointment.'],
      ),
  }
  const button = (channel: ReminderChannel) => action('Send me a test', channelNames[channel], act[channel])
  return { told, button }
}

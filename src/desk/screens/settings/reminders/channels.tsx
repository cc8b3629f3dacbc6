import { signal } from '@preact/signals'
import { api } from '../../../api/api.ts'
import { instead } from '../../../api/failure.ts'
import { Button } from '../../../base/button.tsx'
import { Icon } from '../../../base/icon.tsx'
import { keep } from '../../../base/kept.ts'
import { sayFailure } from '../../../base/say-failure.ts'
import type { components } from '../../../contract/openapi.ts'
import { Dialog, FormButtons, openDialog } from '../../../parts/dialog.tsx'
import { missing, useNew } from '../../../parts/draft.ts'
import { FormProblem } from '../../../parts/field.tsx'
import { mistakes } from '../../../parts/form.ts'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'
import { triedKey } from '../checklist.tsx'
import { reminders } from '../parts/practice-record.ts'

type Channel = components['schemas']['SendTestMessage']['channel']

const channels: readonly Channel[] = ['email', 'sms']

/** A text with the result of the last test message. */
const told = signal('')
const busy = signal<Channel | undefined>(undefined)

/** Shows whether e-mails and text messages are sent. A button sends a test message to the member. */
export function Channels() {
  const { settings } = words.value
  const states = reminders.value!.channels
  return (
    <section class="card stack" aria-labelledby="channels">
      <div class="card-head">
        <h2 id="channels">{settings.channels}</h2>
        <p class="soft">{settings.channelsLead}</p>
      </div>
      <ul class="records bare">
        {channels.map((channel) => (
          <li key={channel}>
            <Icon name={channel === 'email' ? 'mail' : 'phone'} />
            <span class="row-text">
              <strong>{settings.channelNames[channel]}</strong>
              <span class={`badge ${states[channel] === 'on' ? 'good' : 'caution'}`}>
                {settings.channelStates[states[channel]]}
              </span>
              <span class="soft row-line">{settings.channelHints[channel][states[channel]]}</span>
            </span>
            {states[channel] !== 'off' && (
              <span class="row-actions">
                {' '}
                <Button
                  busy={busy.value === channel}
                  aria-label={`${settings.test}: ${settings.channelNames[channel]}`}
                  onClick={() => (channel === 'email' ? void sendMail() : openTextDialog())}
                >
                  {settings.test}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" class="told">
        {told.value}
      </p>
    </section>
  )
}

async function sendMail(): Promise<void> {
  busy.value = 'email'
  try {
    await sendTest('email', null)
  } catch (error) {
    told.value = sayFailure(error)
  }
  busy.value = undefined
}

/** @throws Failure. */
async function sendTest(channel: Channel, to: string | null): Promise<void> {
  const { settings } = words.value
  told.value = settings.testOnItsWay
  try {
    const sent = await api.POST('/api/v1/reminders/test', { body: { channel, to } })
    told.value = `${sent.to}: ${settings.testOutcomes[sent.outcome]}`
    keep(triedKey, 'yes')
  } catch (error) {
    told.value = ''
    throw error
  }
}

const openTextDialog = () => void openDialog((close) => <TextDialog close={close} />)

const nobody = { to: '' }

function TextDialog({ close }: { readonly close: () => void }) {
  const { settings } = words.value
  const draft = useNew(
    nobody,
    ({ to }) =>
      sendTest('sms', to.trim()).catch(
        instead('validation_failed', mistakes({ to: settings.noMobileNumber })),
      ),
    missing,
  )
  return (
    <Dialog
      title={settings.test}
      size="small"
      close={close}
      onSubmit={async () => (await draft.save()) && close()}
      actions={<FormButtons close={close} verb={settings.send} busy={draft.busy} />}
    >
      <p>{settings.testTextLead}</p>
      <TextField draft={draft} name="to" type="tel" label={settings.yourNumber} maxLength={60} />
      <FormProblem text={draft.problem} />
    </Dialog>
  )
}

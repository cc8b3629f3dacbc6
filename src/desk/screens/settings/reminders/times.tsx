import { me } from '../../../base/me.ts'
import { useDraft } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { Field } from '../../../parts/field.tsx'
import { meantEnd, minutesOf, shownEnd } from '../../../parts/hours.ts'
import { TimeField } from '../../../parts/time-field.tsx'
import { words } from '../../../words/words.ts'
import { LeadInput } from '../parts/lead-input.tsx'
import { practiceBy, readPractice, reminders, savePractice, saveReminders } from '../parts/practice-record.ts'

interface Fields {
  /** In minutes before the appointment. Null for an empty field, 0 to send no reminder. */
  readonly first: number | null
  readonly second: number | null
  readonly third: number | null
  readonly sendFrom: string
  readonly sendUntil: string
}

/** The longest time before an appointment, in minutes. */
const longestLead = 525_600
const leads = ['first', 'second', 'third'] as const

/** The form for the times before an appointment at which reminders are sent, and for the hours of the day. */
export function Times() {
  const { settings } = words.value
  const draft = useDraft<Fields>({ saved, send, readAgain: readPractice, by: practiceBy, check })
  const { sendFrom, sendUntil } = draft.fields
  return (
    <DraftForm title={settings.times} draft={draft} saved={settings.timesSaved}>
      <div class="triple">
        {leads.map((which) => (
          <Field
            key={which}
            label={settings.leads[which]}
            hint={which === 'first' ? settings.noReminders : settings.noFurther}
            error={draft.errorAt(which)}
          >
            {(its) => (
              <LeadInput
                its={its}
                label={settings.leads[which]}
                minutes={draft.fields[which]}
                change={(minutes) => draft.set({ [which]: minutes })}
              />
            )}
          </Field>
        ))}
      </div>
      <fieldset class="field">
        <legend class="label">{settings.sendHours}</legend>
        <div class="pair">
          <TimeField
            label={settings.sendFrom}
            error={draft.errorAt('sendFrom')}
            time={sendFrom}
            change={(time) => draft.set({ sendFrom: time })}
          />
          <TimeField
            label={settings.sendUntil}
            error={draft.errorAt('sendUntil')}
            time={shownEnd(sendUntil)}
            change={(time) => draft.set({ sendUntil: meantEnd(time) })}
          />
        </div>
        <p class="hint">{settings.sendHint}</p>
      </fieldset>
    </DraftForm>
  )
}

function saved() {
  const { practice } = me.value
  const { moreLeadMinutes, sendFrom, sendUntil } = reminders.value!
  const [second = null, third = null] = moreLeadMinutes
  return {
    fields: { first: practice.reminderLeadMinutes, second, third, sendFrom, sendUntil },
    version: practice.version,
  }
}

/**
 * Saves the changes. The first lead time is a setting of the practice, and the rest are settings of its messages. So a
 * change of both needs two requests.
 */
async function send(changes: Partial<Fields>, version: number, { second, third }: Fields): Promise<void> {
  const { first, sendFrom, sendUntil } = changes
  let known = version
  if (first !== undefined) {
    await savePractice({ reminderLeadMinutes: first }, known)
    known = me.value.practice.version
  }
  const more = {
    ...((changes.second !== undefined || changes.third !== undefined) && {
      moreLeadMinutes: [second, third].filter((lead) => lead !== null),
    }),
    ...(sendFrom !== undefined && { sendFrom }),
    ...(sendUntil !== undefined && { sendUntil }),
  }
  if (Object.keys(more).length > 0) await saveReminders(more, known)
}

function check({ first, second, third, sendFrom, sendUntil }: Fields): Record<string, string> {
  const { forms, settings } = words.value
  const wrong: Record<string, string> = {}
  if (first === null) wrong.first = forms.fillIn
  else if (!isLead(first, 0)) wrong.first = settings.noLead
  for (const [which, lead] of [
    ['second', second],
    ['third', third],
  ] as const)
    if (lead !== null && !isLead(lead, 1)) wrong[which] = settings.noLead
  if (second !== null && second === first) wrong.second = settings.sameLead
  if (third !== null && [first, second].includes(third)) wrong.third = settings.sameLead
  if (sendFrom === '') wrong.sendFrom = forms.fillIn
  if (sendUntil === '') wrong.sendUntil = forms.fillIn
  else if (sendFrom !== '' && minutesOf(sendUntil) - minutesOf(sendFrom) < 60)
    wrong.sendUntil = settings.hourApart
  return wrong
}

const isLead = (minutes: number, least: number) =>
  Number.isInteger(minutes) && minutes >= least && minutes <= longestLead

import { DraftForm } from '../../../parts/draft-form.tsx'
import { Field, sayTheirs } from '../../../parts/field.tsx'
import { Read, useRead } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { readReminders, useRemindersDraft } from '../parts/practice-record.ts'

/** The form for the contact data with which patients reach the practice. */
export const Contact = () => <Read from={useRead(readReminders, ['practice'])}>{() => <ContactForm />}</Read>

function ContactForm() {
  const { settings } = words.value
  const draft = useRemindersDraft(['phone', 'replyTo', 'address'], ({ replyTo }) =>
    replyTo && !/^[^@\s]+@[^@\s]+$/.test(replyTo.trim()) ? { replyTo: settings.noEmail } : {},
  )
  const { phone, replyTo, address } = draft.fields
  const theirs = (name: 'phone' | 'replyTo' | 'address') => sayTheirs(draft.theirs(name), draft.by)
  return (
    <DraftForm
      title={settings.contact}
      lead={settings.contactLead}
      draft={draft}
      saved={settings.contactSaved}
    >
      <div class="pair">
        <Field label={settings.phone} optional hint={theirs('phone')} error={draft.errorAt('phone')}>
          {(its) => (
            <input
              {...its}
              type="tel"
              maxLength={60}
              autocomplete="off"
              value={phone ?? ''}
              onInput={({ currentTarget: { value } }) => draft.set({ phone: value || null })}
            />
          )}
        </Field>
        <Field
          label={settings.replyTo}
          optional
          hint={theirs('replyTo') ?? settings.replyToHint}
          error={draft.errorAt('replyTo')}
        >
          {(its) => (
            <input
              {...its}
              type="email"
              autocomplete="off"
              value={replyTo ?? ''}
              onInput={({ currentTarget: { value } }) => draft.set({ replyTo: value || null })}
            />
          )}
        </Field>
      </div>
      <Field label={settings.address} optional hint={theirs('address')} error={draft.errorAt('address')}>
        {(its) => (
          <textarea
            {...its}
            rows={2}
            maxLength={200}
            value={address ?? ''}
            onInput={({ currentTarget: { value } }) => draft.set({ address: value || null })}
          />
        )}
      </Field>
    </DraftForm>
  )
}

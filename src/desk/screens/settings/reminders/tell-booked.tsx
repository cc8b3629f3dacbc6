import { DraftForm } from '../../../parts/draft-form.tsx'
import { TickField } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { useRemindersDraft } from '../parts/practice-record.ts'

/** The setting whether patients get a message about bookings. */
export function TellBooked() {
  const { settings } = words.value
  const draft = useRemindersDraft(['tellBooked'])
  return (
    <DraftForm title={settings.news} draft={draft} saved={settings.newsSaved}>
      <TickField name="tellBooked" label={settings.tellBooked} hint={settings.tellBookedHint} draft={draft} />
    </DraftForm>
  )
}

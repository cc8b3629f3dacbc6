import { answeredText, named, shape } from '../../../http/shape.ts'
import { smsPreviewCost } from './sms-cost.ts'

export const preview = named(
  'ReminderPreview',
  shape(
    {
      email: shape(
        {
          subject: answeredText('The subject.', 'Ihr Termin am Dienstag, 26. März 2030 um 09:30 Uhr'),
          text: answeredText('The text, for programs that show no HTML.', 'Guten Tag Alex, …'),
          html: answeredText('The text as an HTML page.', '<!doctype html>…'),
        },
        { description: 'The e-mail.' },
      ),
      sms: shape(
        {
          text: answeredText('The text.', 'Praxis am Lindenplatz: Termin Di 26.3. 09:30 Uhr. …'),
          ...smsPreviewCost,
        },
        { description: 'The text message.' },
      ),
    },
    { description: 'What reminders of a made-up appointment look like.' },
  ),
)

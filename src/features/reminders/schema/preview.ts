import {
  answeredNumber,
  answeredText,
  describedShape,
  listOf,
  namedShape,
  oneOf,
} from '../../../http/shape.ts'
import { languageIds } from '../../../messages/languages.ts'
import { smsEncodings } from '../../../messages/sms-size.ts'

const smsCost = {
  characters: answeredNumber('How long the text is, in UTF-16 code units.', 142),
  encoding: oneOf(
    smsEncodings,
    'The encoding of the text. `GSM-7` has 160 characters in a segment. `UCS-2` has 70, and one character outside the GSM alphabet makes it necessary.',
  ),
  segments: answeredNumber('How many segments the text takes. Providers charge for each segment.', 1),
  costlyCharacters: listOf(
    answeredText('A character.', 'ł'),
    'The characters outside the GSM alphabet, each once.',
    { examples: [[]] },
  ),
}

/** The cost of the text message in a preview. */
const smsPreviewCost = {
  ...smsCost,
  longest: listOf(
    describedShape('The cost of a text message in one language.', {
      language: oneOf(languageIds, 'The language of the message.', 'de'),
      ...smsCost,
    }),
    'The cost in each language, with a first name and a date of the greatest usual length. In its own language, the practice’s own text counts.',
  ),
}

export const preview = namedShape('ReminderPreview', 'What reminders of a made-up appointment look like.', {
  email: describedShape('The e-mail.', {
    subject: answeredText('The subject.', 'Ihr Termin am Dienstag, 26. März 2030 um 09:30 Uhr'),
    text: answeredText('The text, for programs that show no HTML.', 'Guten Tag Alex, …'),
    html: answeredText('The text as an HTML page.', '<!doctype html>…'),
  }),
  sms: describedShape('The text message.', {
    text: answeredText('The text.', 'Praxis am Lindenplatz: Termin Di 26.3. 09:30 Uhr. …'),
    ...smsPreviewCost,
  }),
})

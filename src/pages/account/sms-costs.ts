import { languages } from '../../messages/languages.ts'
import { make } from '../parts/dom.ts'
import type { ReminderPreview } from '../parts/records.ts'

type LanguageCost = ReminderPreview['sms']['longest'][number]

/** Says how many parts the text message has in each language, and which characters make it dearer. */
export const smsCosts = (costs: readonly LanguageCost[]): HTMLElement[] => [
  make('p', {
    className: 'note',
    textContent: 'Providers charge for each part of a text message. With a long first name and date, it has:',
  }),
  make('ul', {}, ...costs.map((cost) => make('li', { textContent: costOf(cost) }))),
]

function costOf({ language, segments, costlyCharacters }: LanguageCost): string {
  const parts = `${languages[language].name}: ${segments} ${segments === 1 ? 'part' : 'parts'}`
  if (costlyCharacters.length === 0) return parts
  return `${parts}. Without these characters, more text would fit into a part: ${costlyCharacters.join(' ')}`
}

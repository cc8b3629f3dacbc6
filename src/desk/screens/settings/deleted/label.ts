import { sayDate } from '../../../base/time/say.ts'
import type { components } from '../../../contract/openapi.ts'
import { words } from '../../../words/words.ts'

export type Item = components['schemas']['ArchiveItem']

/**
 * By what a person recognizes a deleted record. The API writes some labels in English, such as
 * `appointment, 2026-03-10 09:00`. These are said in the language of the desk.
 */
export function labelOf({ kind, label }: Pick<Item, 'kind' | 'label'>): string {
  const { deleted, shell } = words.value
  if (kind === 'appointment') {
    const [, type, date, time] =
      /^(appointment|reminder|unavailable), (\S{10}) (\d\d:\d\d)$/.exec(label) ?? []
    if (type === undefined) return label
    return `${deleted.entryTypes[type as keyof typeof deleted.entryTypes]}, ${sayDate(date!, 'number')}, ${time}`
  }
  if (kind === 'waiting')
    return nobodyIn(label).replace(/(\d+) minutes$/, (_, minutes) => shell.minutes(Number(minutes)))
  return kind === 'tagLink' ? nobodyIn(label) : label
}

const nobodyIn = (label: string): string => {
  const { deleted } = words.value
  return label
    .replace(/^a deleted tag(?=, )/, deleted.deletedTag)
    .replace(/(^|, )a deleted patient(?=,|$)/, (_, before) => before + deleted.deletedPatient)
}

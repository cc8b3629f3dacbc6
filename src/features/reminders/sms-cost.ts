import { composeSms, type NoticeContent } from '../../messages/compose.ts'
import { languageIdOf, languageIds, languages } from '../../messages/languages.ts'
import { longestDayFrom, longFirstName, longLastName } from '../../messages/longest-likely.ts'
import { sizeOfSms } from '../../messages/sms-size.ts'
import { templatesOf } from '../../messages/template.ts'
import type { NoticeSettings } from '../../store/notices/notice-settings.ts'

/** What a text message costs to send: its encoding, its segments, and the characters that need the dearer encoding. */
export function costOfSms(text: string) {
  const { encoding, segments, outsideGsm } = sizeOfSms(text)
  return { characters: text.length, encoding, segments, costlyCharacters: [...outsideGsm] }
}

/**
 * The cost in each language, with a long first name and a day that is long to write. The practice's own words count in
 * its own language, and the standard words in the others.
 */
export const costsOfLongest = (settings: NoticeSettings, content: NoticeContent) =>
  languageIds.map((id) => {
    const language = languages[id]
    const own = id === languageIdOf(settings.language)
    const templates = own ? templatesOf(language.templates, settings) : language.templates
    const startAt = longestDayFrom(content.startAt, language, content.timezone)
    const longest = { ...content, firstName: longFirstName, lastName: longLastName, startAt }
    return { language: id, ...costOfSms(composeSms(language, templates, longest)) }
  })

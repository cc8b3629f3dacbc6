import type { LanguageId } from '../languages.ts'
import type { BookingWords } from './booking-words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the booking page in each language. */
export const bookingWords: Readonly<Record<LanguageId, BookingWords>> = { en, de }

/** All words of the desk, as they are loaded after the settings were opened. */
import { de as deskDe } from '../../src/desk/words/de.ts'
import * as accessDe from '../../src/desk/words/de-access.ts'
import * as entranceDe from '../../src/desk/words/de-entrance.ts'
import * as importsDe from '../../src/desk/words/de-imports.ts'
import * as screensDe from '../../src/desk/words/de-screens.ts'
import * as settingsDe from '../../src/desk/words/de-settings.ts'
import { en as deskEn } from '../../src/desk/words/en.ts'
import * as accessEn from '../../src/desk/words/en-access.ts'
import * as entranceEn from '../../src/desk/words/en-entrance.ts'
import * as importsEn from '../../src/desk/words/en-imports.ts'
import * as screensEn from '../../src/desk/words/en-screens.ts'
import * as settingsEn from '../../src/desk/words/en-settings.ts'
import type { Words } from '../../src/desk/words/languages.ts'
import { seated } from '../../src/desk/words/seat.ts'

/** The words as they are in the source, with braces around phrases that name a chair. */
export const written = {
  en: { ...deskEn, ...screensEn, ...accessEn, ...entranceEn, ...settingsEn, ...importsEn } as Words,
  de: { ...deskDe, ...screensDe, ...accessDe, ...entranceDe, ...settingsDe, ...importsDe } as Words,
}
export const en: Words = seated(written.en)
export const de: Words = seated(written.de)

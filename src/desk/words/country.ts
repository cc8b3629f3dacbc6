import { languageNames } from './languages.ts'
import { locale } from './words.ts'

/** The countries that people live in, as ISO 3166-1 alpha-2 codes, and XK for Kosovo. */
export const countryCodes: readonly string[] = `
  AC/AD/AE/AF/AG/AI/AL/AM/AO/AR/AS/AT/AU/AW/AX/AZ/BA/BB/BD/BE/BF/BG/BH/BI/BJ/BL/BM/BN/BO/BQ/BR/BS/BT/BW/BY/BZ
  CA/CC/CD/CF/CG/CH/CI/CK/CL/CM/CN/CO/CR/CU/CV/CW/CX/CY/CZ/DE/DJ/DK/DM/DO/DZ/EC/EE/EG/EH/ER/ES/ET/FI/FJ/FK/FM
  FO/FR/GA/GB/GD/GE/GF/GG/GH/GI/GL/GM/GN/GP/GQ/GR/GT/GU/GW/GY/HK/HN/HR/HT/HU/ID/IE/IL/IM/IN/IO/IQ/IR/IS/IT/JE
  JM/JO/JP/KE/KG/KH/KI/KM/KN/KP/KR/KW/KY/KZ/LA/LB/LC/LI/LK/LR/LS/LT/LU/LV/LY/MA/MC/MD/ME/MF/MG/MH/MK/ML/MM/MN
  MO/MP/MQ/MR/MS/MT/MU/MV/MW/MX/MY/MZ/NA/NC/NE/NF/NG/NI/NL/NO/NP/NR/NU/NZ/OM/PA/PE/PF/PG/PH/PK/PL/PM/PR/PS/PT
  PW/PY/QA/RE/RO/RS/RU/RW/SA/SB/SC/SD/SE/SG/SH/SI/SJ/SK/SL/SM/SN/SO/SR/SS/ST/SV/SX/SY/SZ/TA/TC/TD/TG/TH/TJ/TK
  TL/TM/TN/TO/TR/TT/TV/TW/TZ/UA/UG/US/UY/UZ/VA/VC/VE/VG/VI/VN/VU/WF/WS/XK/YE/YT/ZA/ZM/ZW
`
  .trim()
  .split(/[\s/]+/)

const namesIn = (language: string) => new Intl.DisplayNames(language, { type: 'region' })

let known: ReadonlyMap<string, string> | undefined

/** The codes of countries, by themselves and by their names in the languages of the desk, in small letters. */
const codesByName = (): ReadonlyMap<string, string> =>
  new Map([
    ...countryCodes.map((code) => [code.toLowerCase(), code] as const),
    ...Object.keys(languageNames).flatMap((language) => {
      const names = namesIn(language)
      return countryCodes.map((code) => [names.of(code)!.toLowerCase(), code] as const)
    }),
  ])

/** The code of a country, from its code or its name in a language of the desk; another text as it is. */
export function countryCode(text: string | null): string {
  known ??= codesByName()
  return known.get((text ?? '').trim().toLowerCase()) ?? text ?? ''
}

/** A country in the language of the member; as it was written where it is none that we know. Empty for null. */
export function sayCountry(text: string | null): string {
  const code = countryCode(text)
  return countryCodes.includes(code) ? namesIn(locale.value).of(code)! : code
}

/** The names of these countries in the language of the member, in alphabetical order. */
export function countryNames(codes: readonly string[]): readonly (readonly [code: string, name: string])[] {
  const names = namesIn(locale.value)
  const { compare } = new Intl.Collator(locale.value)
  return codes.map((code) => [code, names.of(code)!] as const).sort(([, a], [, b]) => compare(a, b))
}

/** The choices for a patient's country: none, a text of theirs that names no country that we know, and all countries. */
export const countryOptions = (held: string) => [
  ['', '–'] as const,
  ...(held === '' || countryCodes.includes(held) ? [] : [[held, held] as const]),
  ...countryNames(countryCodes),
]

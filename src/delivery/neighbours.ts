import type { CountryCode } from 'libphonenumber-js/max'

/** The land borders of the world, each once: `AT-CH/CZ` means that Austria borders on Switzerland and on Czechia. */
const borders = `
  AD-ES/FR AE-OM/SA AF-CN/IR/PK/TJ/TM/UZ AL-GR/ME/MK/XK AM-AZ/GE/IR/TR AO-CD/CG/NA/ZM AR-BO/BR/CL/PY/UY
  AT-CH/CZ/DE/HU/IT/LI/SI/SK AZ-GE/IR/RU/TR BA-HR/ME/RS BD-IN/MM BE-DE/FR/LU/NL BF-BJ/CI/GH/ML/NE/TG
  BG-GR/MK/RO/RS/TR BI-CD/RW/TZ BJ-NE/NG/TG BN-MY BO-BR/CL/PE/PY BR-CO/GF/GY/PE/PY/SR/UY/VE BT-CN/IN
  BW-NA/ZA/ZM/ZW BY-LT/LV/PL/RU/UA BZ-GT/MX CA-US CD-CF/CG/RW/SS/TZ/UG/ZM CF-CG/CM/SD/SS/TD CG-CM/GA
  CH-DE/FR/IT/LI CI-GH/GN/LR/ML CL-PE CM-GA/GQ/NG/TD CN-HK/IN/KG/KP/KZ/LA/MM/MN/MO/NP/PK/RU/TJ/VN
  CO-EC/PA/PE/VE CR-NI/PA CZ-DE/PL/SK DE-DK/FR/LU/NL/PL DJ-ER/ET/SO DO-HT DZ-EH/LY/MA/ML/MR/NE/TN EC-PE
  EE-LV/RU EG-IL/LY/PS/SD EH-MA/MR ER-ET/SD ES-FR/GI/MA/PT ET-KE/SD/SO/SS FI-NO/RU/SE FR-IT/LU/MC GA-GQ
  GB-IE GE-RU/TR GF-SR GH-TG GM-SN GN-GW/LR/ML/SL/SN GR-MK/TR GT-HN/MX/SV GW-SN GY-SR/VE HN-NI/SV
  HR-HU/ME/RS/SI HU-RO/RS/SI/SK/UA ID-MY/PG/TL IL-JO/LB/PS/SY IN-MM/NP/PK IQ-IR/JO/KW/SA/SY/TR IR-PK/TM/TR
  IT-SI/SM/VA JO-PS/SA/SY KE-SO/SS/TZ/UG KG-KZ/TJ/UZ KH-LA/TH/VN KP-KR/RU KW-SA KZ-RU/TM/UZ LA-MM/TH/VN
  LB-SY LR-SL LS-ZA LT-LV/PL/RU LV-RU LY-NE/SD/TD/TN MD-RO/UA ME-RS/XK MF-SX MK-RS/XK ML-MR/NE/SN MM-TH
  MN-RU MR-SN MW-MZ/TZ/ZM MX-US MY-TH MZ-SZ/TZ/ZA/ZM/ZW NA-ZA/ZM NE-NG/TD NG-TD NO-RU/SE OM-SA/YE
  PL-RU/SK/UA QA-SA RO-RS/UA RS-XK RU-UA RW-TZ/UG SA-YE SD-SS/TD SK-UA SS-UG SY-TR SZ-ZA TJ-UZ TM-UZ
  TZ-UG/ZM ZA-ZW ZM-ZW
`

/** The countries that share a land border with this country (ISO 3166-1 alpha-2 codes). */
export const neighboursOf = (country: CountryCode): readonly CountryCode[] => neighbours.get(country) ?? []

const neighbours = new Map<CountryCode, CountryCode[]>()
for (const line of borders.trim().split(/\s+/)) {
  const [one, others] = line.split('-') as [CountryCode, string]
  for (const other of others.split('/') as CountryCode[]) {
    neighbours.set(one, [...neighboursOf(one), other])
    neighbours.set(other, [...neighboursOf(other), one])
  }
}

import type { CountryCode } from 'libphonenumber-js/max'

/**
 * What people write for a country besides its codes and the names that `Intl.DisplayNames` knows. These are short
 * forms, parts of the United Kingdom, official names and former names. The single letters stand on number plates.
 */
const forms: Readonly<Partial<Record<CountryCode, string>>> = {
  AE: 'UAE, VAE, Emirates, Emirate',
  AT: 'A, Republic of Austria, Republik Österreich',
  BA: 'Bosnia, Bosnien, Bosna',
  BE: 'B, Kingdom of Belgium, Königreich Belgien',
  BN: 'Brunei Darussalam',
  CD: 'DRC, DR Congo, DR Kongo, Democratic Republic of the Congo, Demokratische Republik Kongo, Zaire',
  CG: 'Republic of the Congo, Republik Kongo',
  CH: 'Swiss, Swiss Confederation, Schweizerische Eidgenossenschaft, Confoederatio Helvetica, Helvetia',
  CI: 'Ivory Coast, Elfenbeinküste',
  CN: 'PRC, PR China, People’s Republic of China, Volksrepublik China, VR China, Mainland China',
  CV: 'Cape Verde, Kapverdische Inseln',
  CZ: 'Czech Republic, Tschechische Republik, Tschechei, Česká republika, ČR',
  DE: 'D, BRD, FRG, Bundesrepublik, Bundesrepublik Deutschland, Federal Republic of Germany, Republic of Germany',
  DK: 'Kingdom of Denmark, Königreich Dänemark',
  FM: 'Federated States of Micronesia',
  FR: 'F, French Republic, Republic of France, République française, Französische Republik',
  GB: `UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, Cymru, Alba, GB and NI,
    United Kingdom of Great Britain and Northern Ireland, Grossbritannien, Schottland, Nordirland, Angleterre,
    Écosse, Grande-Bretagne, Inghilterra, Gran Bretagna, Inglaterra, Gran Bretaña, Engeland, Groot-Brittannië, Velká Británie, Anglie`,
  GR: 'EL, Hellas, Hellenic Republic',
  HK: 'Hong Kong, Hongkong, HKSAR',
  HU: 'Republic of Hungary, Republik Ungarn',
  IE: 'Éire, ROI, Republic of Ireland, Republik Irland, Irish Republic',
  IR: 'Islamic Republic of Iran, Iran Islamic Republic of, Persia, Persien',
  IT: 'I, Italian Republic, Repubblica Italiana, Italienische Republik',
  KP: 'DPRK, Korea Democratic People’s Republic of, Democratic People’s Republic of Korea',
  KR: 'ROK, Republic of Korea, Korea Republic of, Republik Korea',
  LA: 'Lao PDR, Lao People’s Democratic Republic',
  LI: 'FL, Principality of Liechtenstein, Fürstentum Liechtenstein',
  LU: 'L, Grand Duchy of Luxembourg, Großherzogtum Luxemburg, Luxemburg',
  MD: 'Republic of Moldova, Moldova Republic of, Moldavia, Republik Moldau, Moldawien',
  MK: 'Macedonia, Mazedonien, FYROM, Republic of North Macedonia',
  MM: 'Burma, Birma',
  MO: 'Macau, Macao',
  NL: 'Holland, The Netherlands, Kingdom of the Netherlands, Königreich der Niederlande, NLD',
  PL: 'Republic of Poland, Republik Polen, Rzeczpospolita Polska',
  PS: 'Palestine, Palästina, State of Palestine',
  RU: 'Russian Federation, Russische Föderation',
  SI: 'SLO, Republic of Slovenia, Republik Slowenien',
  SK: 'Slovak Republic, Slowakische Republik',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland, Swasiland',
  TL: 'East Timor, Osttimor',
  TR: 'Turkey, Republic of Turkey, Republic of Türkiye, Republik Türkei',
  TW: 'Taiwan Province of China, Republic of China',
  TZ: 'United Republic of Tanzania, Tanzania United Republic of',
  US: 'USA, United States of America, America, Amerika, Vereinigte Staaten von Amerika, The States, EE. UU., EUA, США',
  VA: 'Vatican, Holy See, Vatikan, Heiliger Stuhl',
  VE: 'Bolivarian Republic of Venezuela',
  VN: 'Viet Nam',
}

/** A country beside a short form of its name, once for each form. */
export const shortForms: readonly (readonly [form: string, country: CountryCode])[] = Object.entries(
  forms,
).flatMap(([country, all]) => all.split(',').map((form) => [form, country as CountryCode] as const))

/** Names that people use for several countries. `Nga` is Russia in Vietnamese, and the code of Nigeria. */
export const unclearNames: readonly string[] = ['Congo', 'Kongo', 'Korea', 'Corea', 'Corée', 'Nga']

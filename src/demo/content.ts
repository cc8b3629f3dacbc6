/** The names, tags, treatments and notes of the demo practice. All of them are made up. */

export const members = {
  owner: { name: 'Dr. Zoé Brandão', email: 'owner@demo.example', color: '#0ea5e9' },
  assistant: { name: 'Jānis Bērziņš', email: 'assistant@demo.example', color: '#f59e0b' },
}

/** The chairs after the first one, which is an example of the documentation. */
export const otherChairs = [
  { name: 'Chair 2 – Garden', color: '#0ea5e9' },
  { name: 'Chair 3 – Surgery', color: '#a855f7' },
  { name: 'Hygiene room', color: '#f59e0b' },
  { name: 'Old chair', color: '#64748b' },
]

/** The tags that the team must know before a visit. */
export const alerts: readonly string[] = ['Allergy: penicillin', 'Allergy: latex']

export const tagNames = [
  'Recall due',
  'Anxious',
  'Allergy: penicillin',
  'Allergy: latex',
  'Wheelchair',
  'VIP',
  'Child',
  'Interpreter',
]

export const firstNames = [
  'Zoé',
  'José',
  'Siân',
  'Björn',
  'Łukasz',
  'Chloë',
  'Øystein',
  'Ágnes',
  'Nuño',
  'Đorđe',
  'Anaïs',
  'Jürgen',
  'Şebnem',
  'Élodie',
  'Matěj',
  'Þóra',
  'Renée',
  'Ömer',
  'Inês',
  'Vytautas',
  'Ștefan',
  'Māra',
  'Søren',
  'Žofie',
  'Gaël',
  'Anna',
  'Thomas',
  'Emily',
  'Noah',
  'Mia',
  'Paul',
  'Fatima',
  'Wei',
  'Priya',
  'Kofi',
  'Yusuf',
  'Olga',
  'Дмитрий',
  'Ελένη',
  '美咲',
]

export const lastNames = [
  'Müller',
  'García',
  'Łukasiewicz',
  'Åkesson',
  'Nguyễn',
  'Çelik',
  "O'Brien",
  'Sørensen',
  'Dvořák',
  'Świątek',
  'Peña',
  'Weiß',
  'Ibáñez',
  'Kovács',
  'Popović',
  'Grünwald',
  'Lefèvre',
  'Õunapuu',
  'Jónsdóttir',
  'Smith-Jones',
  'Van der Berg',
  'Brandão',
  'Šimková',
  'Häkkinen',
  'Žižka',
  'Ionescu',
  'Schmidt',
  'Rossi',
  'Murphy',
  'Andersson',
  'Yılmaz',
  'Kim',
  'Okafor',
  'Patel',
  'Martin',
  'Bauer',
  'Иванова',
  'Παπαδόπουλος',
  '山田',
  'de la Cruz',
]

/** The fee code of each kind of appointment, by its name. */
export const feeCodes: Readonly<Record<string, string>> = {
  'Check-up': '01',
  Cleaning: '1040',
  Filling: '2080',
  'Root canal': '2410',
  'X-ray': '5000',
  Consultation: 'Ä1',
}

export const noteTexts = [
  { title: 'Check-up', body: 'No findings. Recall in six months.' },
  {
    title: 'Sensitivity',
    body: 'Sensitive to cold at 24. Fluoride varnish applied; look again at the next visit.',
  },
  { title: null, body: 'Prefers appointments before ten. Comes by train.' },
  { title: 'Filling 36', body: 'Composite, two surfaces, local anaesthesia without complications.' },
  { title: 'Call back', body: 'Asked about whitening; send the cost estimate.' },
  { title: 'X-ray', body: 'Panoramic image: 18 and 28 impacted, no action for now.' },
]

export const afterthoughts = [
  'Patient informed by telephone.',
  'Discussed with the colleague; agreed.',
  'Corrected: tooth 25, not 24.',
]

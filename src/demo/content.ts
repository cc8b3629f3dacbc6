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

export const treatments = [
  { title: 'Check-up', serviceRef: '01', minutes: 30, color: '#22c55e' },
  { title: 'Cleaning', serviceRef: '1040', minutes: 45, color: '#0ea5e9' },
  { title: 'Filling', serviceRef: '2080', minutes: 60, color: '#f59e0b' },
  { title: 'Root canal', serviceRef: '2410', minutes: 90, color: '#ef4444' },
  { title: 'X-ray', serviceRef: '5000', minutes: 15, color: '#a855f7' },
  { title: 'Consultation', serviceRef: 'Ä1', minutes: 30, color: '#64748b' },
]

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

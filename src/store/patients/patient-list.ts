import { and, eq, type SQL, sql } from 'drizzle-orm'
import { patients, patientTags } from '../../../db/schema/patients.ts'
import { practices } from '../../../db/schema/practice.ts'
import type { Page } from '../../domain/page.ts'
import type { PhoneSearch } from '../../domain/phone-digits.ts'
import { indexedDigits, indexedPart } from '../../domain/search.ts'
import type { Scope } from '../engine/scope.ts'
import { ownPracticeKey, param, type Select, select } from '../engine/statement.ts'
import type { Params } from '../engine/values.ts'
import { type PatientRow, patientFields } from './patients.ts'

/** Which patients to list. All conditions must be met. */
export interface PatientFilter {
  /** Folded words (`domain/search.ts`). All must occur in the patient's names. */
  readonly words: readonly string[]
  readonly status?: string | undefined
  readonly tagId?: string | undefined
  readonly phone?: PhoneSearch | undefined
  /** The beginning of an e-mail address, or the whole, as `emailKey` makes it. */
  readonly email?: string | undefined
  /** The first and the last day of birth, `YYYY-MM-DD`. */
  readonly born?: { readonly from: string; readonly through: string } | undefined
  /** UUIDs, each once. */
  readonly ids?: readonly string[] | undefined
}

/**
 * One page of patients by last name, first name and id.
 *
 * When few patients meet one condition of the filter, the list looks them up in an index and sorts them. When many
 * meet each of them, it walks the patients in name order until the page is full, which is soon. So neither a rare nor
 * a common word makes it read the whole practice.
 */
export function listPatients(scope: Scope, filter: PatientFilter, page: Page): PatientRow[] {
  const { key, conditions, params } = wayOf(scope, filter)
  const { list } = kept(key, conditions)
  return scope.all(list, { ...params, ...page })
}

/**
 * How many patients meet the filter. It looks up a rare condition, like the list. Otherwise it walks the names of the whole
 * practice, or counts in an index where there is one condition or none.
 */
export function countPatients(scope: Scope, filter: PatientFilter): number {
  const { key, conditions, params } = wayOf(scope, filter)
  if (key === tagAlone) return scope.get(taggedFound, params)!.count
  return scope.get(kept(key, conditions).count, params)!.count
}

/** What is known of a list before it is read: where it begins, its other conditions, and their parameters. */
function wayOf(scope: Scope, { status, tagId, phone, email, born, ids, ...filter }: PatientFilter) {
  const words = [...filter.words].sort((a, b) => b.length - a.length)
  const wanted = {
    words: words.length,
    status: status !== undefined,
    tag: tagId !== undefined,
    phone: phone !== undefined,
    email: email !== undefined,
    born: born !== undefined,
  }
  const params: Params = {
    ...Object.fromEntries(words.slice(0, mostWords).map((word, i) => [wordParam(i), word])),
    furtherWords: JSON.stringify(words.slice(mostWords)),
    status: status ?? null,
    tagId: tagId ?? null,
    ...phone,
    ...(email !== undefined && emailRange(email)),
    ...(born !== undefined && { bornFrom: born.from, bornThrough: born.through }),
    ids: JSON.stringify(ids?.map((id) => id.replaceAll('-', '')) ?? []),
  }
  const start = ids === undefined ? startOf(scope, words, phone, wanted, params) : { at: 'ids' as const }
  const conditions = { start: start.at, ...wanted }
  return { key: keyOf(conditions), conditions, params: { ...params, ...start.range } }
}

type Wanted = Omit<Conditions, 'start'>

/** The condition that the fewest patients meet, where these are few. */
function startOf(
  scope: Scope,
  words: readonly string[],
  phone: PhoneSearch | undefined,
  wanted: Wanted,
  params: Params,
): { readonly at: Start; readonly range?: Range } {
  const ranges = words.slice(0, mostWords).map((word) => rangeOf(indexedPart(word)))
  if (phone !== undefined) ranges.push(rangeOf(indexedDigits(phone.digits)))
  const [rarest] = [
    ...ranges.map((range) => ({
      at: 'word' as const,
      range,
      count: scope.get(endingsFound, range)?.count ?? 0,
    })),
    ...(wanted.email ? [{ at: 'email' as const, count: scope.get(emailsFound, params)?.count ?? 0 }] : []),
    ...(wanted.born ? [{ at: 'born' as const, count: scope.get(bornFound, params)?.count ?? 0 }] : []),
  ].sort((a, b) => a.count - b.count)
  if (rarest !== undefined && rarest.count <= few) return rarest
  return { at: wanted.tag && scope.get(taggedFound, params)!.count <= few ? 'tag' : 'name' }
}

/** Up to this many patients are few. Sorting them takes about as long as walking ten times as many in order. */
const few = 2_000
/** The longest words are asked about one by one. One condition holds any number of further words. */
const mostWords = 8

const wordParam = (i: number): string => `word${i}`

/** The part of the search index that holds the endings beginning with one word: its first and last possible key. */
interface Range extends Params {
  readonly first: string
  readonly last: string
}

/** This letter comes after every other one. */
const lastLetter = '\u{10ffff}'

/** The last ending that begins like this one. Eight letters are the longest. */
export const lastEndingOf = (first: string): string => first + lastLetter.repeat(8)

const rangeOf = (first: string): Range => ({ first, last: lastEndingOf(first) })

const emailRange = (email: string): Params => ({ emailFirst: email, emailLast: email + lastLetter })

const index = sql.raw('patient_words')
const inRange = sql`${index}.practice_key = ${ownPracticeKey}
  and ${index}.ending between ${param('first', patients.lastNameKey)} and ${param('last', patients.lastNameKey)}`

const endingsFound = select({
  fields: {
    count: sql<number>`(select count(*) from (select 1 from ${index} where ${inRange} limit ${few + 1}))`,
  },
  from: practices,
})

const taggedFound = select({
  fields: { count: sql<number>`count(*)` },
  from: patientTags,
  where: eq(patientTags.tagId, param('tagId', patientTags.tagId)),
})

const countUpToFew = (from: SQL, where: SQL) =>
  select({
    fields: {
      count: sql<number>`(select count(*) from (select 1 from ${from} where ${where} limit ${few + 1}))`,
    },
    from: practices,
  })
const emailBetween = sql`${patients.emailKey}
  between ${param('emailFirst', patients.emailKey)} and ${param('emailLast', patients.emailKey)}`
const bornBetween = sql`${patients.dob}
  between ${param('bornFrom', patients.dob)} and ${param('bornThrough', patients.dob)}`
const ofPractice = sql`${patients.practiceKey} = ${ownPracticeKey}`
const emailsFound = countUpToFew(sql`${patients}`, sql`${ofPractice} and ${emailBetween}`)
const bornFound = countUpToFew(sql`${patients}`, sql`${ofPractice} and ${bornBetween}`)

/** Where a list begins: by which condition it looks patients up, or in the order of names. */
type Start = 'word' | 'email' | 'born' | 'tag' | 'ids' | 'name'

/** What a statement asks. `words` is their number. */
interface Conditions {
  readonly start: Start
  readonly words: number
  readonly status: boolean
  readonly tag: boolean
  readonly phone: boolean
  readonly email: boolean
  readonly born: boolean
}

/** The key of the statements for these conditions. Beyond the words that are asked one by one, their number does not count. */
function keyOf({ start, words, status, tag, phone, email, born }: Conditions): string {
  return [start, Math.min(words, mostWords + 1), status, tag, phone, email, born].join()
}

interface Statements {
  readonly list: Select<PatientRow>
  readonly count: Select<{ count: number }>
}

const statements = new Map<string, Statements>()

function kept(key: string, conditions: Conditions): Statements {
  let made = statements.get(key)
  if (made === undefined) {
    made = statementsFor(conditions)
    statements.set(key, made)
  }
  return made
}

function statementsFor(conditions: Conditions): Statements {
  const source = conditions.start === 'name' ? undefined : sources[conditions.start]
  const where = conditionOf(conditions, sql``)
  const fields = { count: sql<number>`count(*)` }
  return {
    // The plus keeps SQLite from looking up what many patients meet, and sorting them.
    list: source === undefined ? walk(conditionOf(conditions, sql`+`)) : choose(source, where),
    count: select({ fields, from: patients, where, ...(source !== undefined && { source }) }),
  }
}

/** `plus` stands before the columns of the conditions that have an index in another order. */
function conditionOf({ start, words, status, tag, phone, email, born }: Conditions, plus: SQL) {
  return and(
    start === 'tag' ? eq(patientTags.tagId, param('tagId', patientTags.tagId)) : undefined,
    tag && start !== 'tag' ? carriesTag : undefined,
    status ? eq(patients.status, param('status', patients.status)) : undefined,
    phone ? holdsDigits : undefined,
    email ? sql`${plus}${emailBetween}` : undefined,
    born ? sql`${plus}${bornBetween}` : undefined,
    allOccur(words),
  )
}

/** The key of the statements for patients with a tag that many have. The links show how many they are. */
const tagAlone = keyOf({
  start: 'name',
  words: 0,
  status: false,
  tag: true,
  phone: false,
  email: false,
  born: false,
})

const byName = sql`${patients.lastNameKey}, ${patients.firstNameKey}, ${patients.id}`
const page = sql`${param('limit')} offset ${param('offset')}`

const walk = (where: SQL | undefined) =>
  select({ fields: patientFields, from: patients, where, orderBy: [byName], limit: page })

/** Chooses the page only by its sorting keys, so that whole records are read only for the page. */
const choose = (source: SQL, where: SQL | undefined) =>
  select({
    fields: patientFields,
    from: patients,
    source: sql`(
      select ${patients.rowId} as chosen from ${source}
      where ${and(ofPractice, where)}
      order by ${byName} limit ${page}
    ) cross join ${patients} on ${patients.rowId} = chosen`,
    orderBy: [byName],
  })

/** The patients with an ending in a range. A patient can have several of them. */
export const patientsInRange: SQL = sql`(select distinct patient_row_id as found from ${index} where ${inRange})
  cross join ${patients} on ${patients.rowId} = found`

/** CROSS JOIN makes SQLite read the tables in the order in which they are written. */
const sources = {
  word: patientsInRange,
  email: sql`${patients} indexed by patients_email`,
  born: sql`${patients} indexed by patients_dob`,
  ids: sql`json_each(${param('ids', patients.lastNameKey)}) given
    cross join ${patients} on ${patients.id} = unhex(given.value)`,
  tag: sql`${patientTags} cross join ${patients}
    on ${patients.practiceKey} = ${patientTags.practiceKey} and ${patients.id} = ${patientTags.patientId}`,
}

const carriesTag = sql`exists (select 1 from ${patientTags}
  where ${patientTags.practiceKey} = ${patients.practiceKey} and ${patientTags.patientId} = ${patients.id}
    and ${patientTags.tagId} = ${param('tagId', patientTags.tagId)})`

/** The patient's number has a form that holds one of two texts (`PhoneSearch`). */
export const holdsDigits: SQL = sql`(instr(${patients.phoneKey}, ${param('phone1', patients.phoneKey)})
  or instr(${patients.phoneKey}, ${param('phone2', patients.phoneKey)}))`

const occurs = (word: SQL) =>
  sql`(instr(${patients.lastNameKey}, ${word}) or instr(${patients.firstNameKey}, ${word}))`

const furtherOccur = sql`not exists (
  select 1 from json_each(${param('furtherWords', patients.lastNameKey)}) further where not ${occurs(sql`further.value`)})`

/** SQLite reads the words of a JSON array more slowly than parameters, and the first words exclude nearly everybody. */
const allOccur = (words: number): SQL | undefined =>
  and(
    ...Array.from({ length: Math.min(words, mostWords) }, (_, i) =>
      occurs(param(wordParam(i), patients.lastNameKey)),
    ),
    words > mostWords ? furtherOccur : undefined,
  )

import { and, type SQL, sql } from 'drizzle-orm'
import { emailInOneCase, patients, patientTags } from '../../../db/schema/patients.ts'
import { practices } from '../../../db/schema/practice.ts'
import type { Page } from '../../domain/page.ts'
import type { PhoneSearch } from '../../domain/phone-digits.ts'
import { formsOf, indexedDigits, indexedPart, type SearchWord } from '../../domain/search.ts'
import type { Scope } from '../engine/scope.ts'
import { equals, ownPracticeKey, param, type Select, select } from '../engine/statement.ts'
import type { Params } from '../engine/values.ts'
import { type PatientRow, patientFields } from './patients.ts'

/** Which patients to list. All conditions must be met. */
export interface PatientFilter {
  /** Folded words (`domain/search.ts`). All must occur in the patient's names. */
  readonly words: readonly SearchWord[]
  readonly status?: string | undefined
  readonly tagId?: string | undefined
  readonly phone?: PhoneSearch | undefined
  /** The beginning of an e-mail address, or the whole address, as `emailKey` makes it. */
  readonly email?: string | undefined
  /** The first and the last day of birth, `YYYY-MM-DD`. */
  readonly born?: { readonly from: string; readonly through: string } | undefined
  /** UUIDs, each once. */
  readonly ids?: readonly string[] | undefined
}

/**
 * One page of patients by last name, first name and id.
 *
 * When few patients meet one condition of the filter, an index finds them, and they are sorted. When many patients meet
 * each condition, the patients are read in the order of their names until the page is full, which is soon. So neither a
 * rare nor a common word makes SQLite read the whole practice. Before a search by an index that takes long, some names
 * are read in order. The names of the found patients come from an index that holds nothing else. Complete records are
 * read only for patients who can be on the page.
 */
export function listPatients(scope: Scope, filter: PatientFilter, page: Page): PatientRow[] {
  const { wanted, params: asked } = askedBy(filter)
  const start = startOf(scope, { wanted, params: asked })
  const params = { ...asked, ...start.params, ...page }
  if (start.cost > dear && isNarrow(wanted) && wanted.words.length < 2) {
    const end = scope.get(nameAfter, { walked: shortWalk })
    const rows = scope.all(kept(end === null ? 'name' : 'soon', wanted).list, { ...params, ...end })
    if (end === null || rows.length === page.limit) return rows
  }
  return scope.all(kept(start.at, wanted).list, params)
}

/**
 * How many patients meet the filter. Like the list, it uses the index of a rare condition. Otherwise it reads the names
 * of the whole practice. With one condition or none, it counts in an index.
 */
export function countPatients(scope: Scope, filter: PatientFilter): number {
  const { wanted, params } = askedBy(filter)
  const start = startOf(scope, { wanted, params })
  if (start.at === 'name' && isTagAlone(wanted)) return scope.get(taggedFound, params)!.count
  return scope.get(kept(start.at, wanted).count, { ...params, ...start.params })!.count
}

/** Which conditions a statement must contain. */
interface Wanted {
  /** The number of forms of each word that has a condition of its own. These are at most eight words. */
  readonly words: readonly number[]
  readonly furtherWords: boolean
  readonly status: boolean
  readonly tag: boolean
  readonly phone: boolean
  readonly email: boolean
  readonly born: boolean
  readonly ids: boolean
}

/** A filter in the form for statements: the conditions, and the values of their parameters. */
interface Asked {
  readonly wanted: Wanted
  readonly params: Params
}

function askedBy({ status, tagId, phone, email, born, ids, ...filter }: PatientFilter): Asked {
  const words = filter.words.map(formsOf).sort((a, b) => b[0]!.length - a[0]!.length)
  const first = words.slice(0, mostWords)
  const forms = first.flatMap((word, i) => word.map((form, n) => [wordParam(i, n), form]))
  return {
    wanted: {
      words: first.map((word) => word.length),
      furtherWords: words.length > mostWords,
      status: status !== undefined,
      tag: tagId !== undefined,
      phone: phone !== undefined,
      email: email !== undefined,
      born: born !== undefined,
      ids: ids !== undefined,
    },
    params: {
      ...Object.fromEntries(forms),
      furtherWords: JSON.stringify(words.slice(mostWords)),
      status: status ?? null,
      tagId: tagId ?? null,
      ...phone,
      ...(email !== undefined && emailRange(email)),
      ...(born !== undefined && { bornFrom: born.from, bornThrough: born.through }),
      ids: JSON.stringify(ids?.map((id) => id.replaceAll('-', '')) ?? []),
    },
  }
}

/**
 * How a list finds patients: by the index of a condition, or in the order of names. `soon` reads only the start of that
 * order.
 */
type Start = 'email' | 'born' | 'tag' | 'status' | 'ids' | 'name' | 'soon' | `word${number}`

/** A way to read a list. `cost` is the approximate time in microseconds among 100,000 patients. */
interface Way {
  readonly at: Start
  readonly cost: number
  readonly params?: Params
}

/** Chooses the cheapest condition to find patients by, or the order of names when no condition is cheap. */
function startOf(scope: Scope, { wanted, params }: Asked): Way {
  if (wanted.ids) return { at: 'ids', cost: 0 }
  const ways: Way[] = lookUps(scope, wanted, params)
  if (wanted.email) ways.push({ at: 'email', cost: record * (scope.get(emailsFound, params)?.count ?? 0) })
  if (wanted.born) ways.push({ at: 'born', cost: record * (scope.get(bornFound, params)?.count ?? 0) })
  const [cheapest] = ways.sort((a, b) => a.cost - b.cost)
  if (cheapest !== undefined && cheapest.cost <= dearest) return cheapest
  if (wanted.tag && scope.get(taggedFound, params)!.count <= few) return { at: 'tag', cost: 0 }
  const withStatus = wanted.status ? scope.get(statusFound, params)!.count : few + 1
  return withStatus <= few ? { at: 'status', cost: record * withStatus } : { at: 'name', cost: 0 }
}

/** The way through the search index that begins with the rarest word or number. */
function lookUps(scope: Scope, wanted: Wanted, params: Params): Way[] {
  const found = wanted.words.map((forms, i) => foundBy(scope, wordRanges(params, i, forms)))
  if (wanted.phone) found.push(foundBy(scope, [indexedDigits(String(params.digits))]))
  const costs = isNarrow(wanted) ? { ofBegun: name, ofInside: names } : { ofBegun: record, ofInside: record }
  const ways = found.map(({ ranges, begun, inside }) => ({
    at: `word${ranges.length}` as const,
    cost: costs.ofBegun * begun + costs.ofInside * inside,
    params: rangeParams(ranges),
  }))
  return ways.sort((a, b) => a.cost - b.cost).slice(0, 1)
}

/** How many patients a word finds, up to a limit: by the beginning of the last name (`begun`), or in another way. */
interface Found {
  /** The beginnings to look up, one for each form of the word. */
  readonly ranges: readonly string[]
  readonly begun: number
  readonly inside: number
}

function foundBy(scope: Scope, ranges: readonly string[]): Found {
  let [inside, begun] = [0, 0]
  for (const range of ranges) inside += scope.get(endingsFound, rangeOf(range))?.count ?? 0
  if (inside <= most)
    for (const range of ranges) begun += scope.get(beginningsFound, rangeOf(range))?.count ?? 0
  return { ranges, begun, inside }
}

/** About how many microseconds it takes to read a record, the names of a found patient, and a name in order. */
const [record, names, name] = [2.4, 1.3, 0.15]
/** Up to this number, patients count as few. */
const few = 2_000
/** A search by an index may take at most this time. Reading all names takes three times as long. */
const dearest = record * few
/** The most rows of the search index that are counted for one word. */
const most = Math.round(dearest / names)
/** The most last names beginning with a word that are counted. */
const mostBegun = Math.round(dearest / name)
/**
 * Before a search by an index that costs more than `dear`, `shortWalk` names are read in order. If the patients with
 * a word are spread evenly over the names, they fill a page by then. Patients with two words seldom do.
 */
const [dear, shortWalk] = [1_800, 8_000]
/** How many of the longest words have a condition of their own. One condition holds all further words. */
const mostWords = 8

const isNarrow = ({ tag, phone, email, born, ids }: Wanted): boolean =>
  !(tag || phone || email || born || ids)
/** Whether the tag is the only condition. Then the links of the tag are counted. */
const isTagAlone = (wanted: Wanted): boolean =>
  wanted.tag && isNarrow({ ...wanted, tag: false }) && !wanted.status && wanted.words.length === 0

const wordParam = (i: number, form: number): string => `word${i}${form === 0 ? '' : 'b'}`

const wordRanges = (params: Params, i: number, forms: number): string[] =>
  Array.from({ length: forms }, (_, form) => indexedPart(String(params[wordParam(i, form)])))

/** The part of the search index that holds the endings beginning with one word: its first and last possible key. */
interface Range extends Params {
  readonly first: string
  readonly last: string
}

/** The letter that comes after every other letter. */
const lastLetter = '\u{10ffff}'

/** The last possible ending that begins with this text. Endings have at most eight letters. */
export const lastEndingOf = (first: string): string => first + lastLetter.repeat(8)

const rangeOf = (first: string): Range => ({ first, last: lastEndingOf(first) })

/** The parameters of `patientsByWord`. */
const rangeParams = (ranges: readonly string[]): Params =>
  Object.fromEntries(
    ranges.flatMap((range, i) => [
      [`first${i || ''}`, range],
      [`last${i || ''}`, lastEndingOf(range)],
    ]),
  )

const emailRange = (email: string): Params => ({ emailFirst: email, emailLast: email + lastLetter })

const ofPractice = sql`${patients.practiceKey} = ${ownPracticeKey}`
const index = sql.raw('patient_words')
const between = (of: string) =>
  sql`between ${param(`first${of}`, patients.lastNameKey)} and ${param(`last${of}`, patients.lastNameKey)}`
const inRange = (of: string) =>
  sql`${index}.practice_key = ${ownPracticeKey} and ${index}.ending ${between(of)}`
const begins = (of: string) => sql`${ofPractice} and ${patients.lastNameKey} ${between(of)}`

const countUpTo = (limit: number, from: SQL, where: SQL) =>
  select({
    fields: {
      count: sql<number>`(select count(*) from (select 1 from ${from} where ${where} limit ${sql.raw(String(limit + 1))}))`,
    },
    from: practices,
  })
const endingsFound = countUpTo(most, index, inRange(''))
const beginningsFound = countUpTo(mostBegun, sql`${patients}`, begins(''))

const taggedFound = select({
  fields: { count: sql<number>`count(*)` },
  from: patientTags,
  where: equals(patientTags.tagId, 'tagId'),
})

const emailBetween = (plus: SQL) => sql`${patients.email} is not null and ${plus}${sql.raw(emailInOneCase)}
  between ${param('emailFirst', patients.email)} and ${param('emailLast', patients.email)}`
const bornBetween = sql`${patients.dob}
  between ${param('bornFrom', patients.dob)} and ${param('bornThrough', patients.dob)}`
const hasStatus = equals(patients.status, 'status')
const emailsFound = countUpTo(few, sql`${patients}`, sql`${ofPractice} and ${emailBetween(sql``)}`)
const bornFound = countUpTo(few, sql`${patients}`, sql`${ofPractice} and ${bornBetween}`)
const statusFound = countUpTo(few, sql`${patients}`, sql`${ofPractice} and ${hasStatus}`)

/** The name behind the first `walked` names. */
const nameAfter = select({
  fields: { lastBefore: patients.lastNameKey, firstBefore: patients.firstNameKey, idBefore: patients.id },
  from: patients,
  orderBy: [patients.lastNameKey, patients.firstNameKey, patients.id],
  limit: sql`1 offset ${param('walked')}`,
})
const isBefore = sql`(${patients.lastNameKey}, ${patients.firstNameKey}, ${patients.id})
  < (${param('lastBefore', patients.lastNameKey)}, ${param('firstBefore', patients.firstNameKey)}, ${param('idBefore', patients.id)})`

interface Statements {
  readonly list: Select<PatientRow>
  readonly count: Select<{ count: number }>
}

const statements = new Map<string, Statements>()

function kept(start: Start, wanted: Wanted): Statements {
  const key = [start, ...Object.values(wanted)].join()
  let made = statements.get(key)
  if (made === undefined) {
    made = statementsFor(start, wanted)
    statements.set(key, made)
  }
  return made
}

function statementsFor(start: Start, wanted: Wanted): Statements {
  const isWalk = start === 'name' || start === 'soon'
  const isByNames = start.startsWith('word') && isNarrow(wanted) && !wanted.status
  const where = conditionOf(start, wanted, sql``)
  const listed = isByNames ? firstByNames(start, where) : sourceOf(start, where, limited)
  const fields = { count: sql<number>`count(*)` }
  return {
    // The plus keeps SQLite from using the index of a condition that many patients meet, and sorting these patients.
    list: isWalk ? walk(conditionOf(start, wanted, sql`+`)) : choose(listed, where),
    count: select({
      fields,
      from: patients,
      where,
      ...(!isWalk && { source: sourceOf(start, where, sql``) }),
    }),
  }
}

/** `plus` is written before the columns of conditions whose index has another order. */
function conditionOf(start: Start, { words, furtherWords, ...wanted }: Wanted, plus: SQL) {
  return and(
    start === 'soon' ? isBefore : undefined,
    start === 'tag' ? equals(patientTags.tagId, 'tagId') : undefined,
    wanted.tag && start !== 'tag' ? carriesTag : undefined,
    wanted.status ? sql`${plus}${hasStatus}` : undefined,
    wanted.phone ? holdsDigits : undefined,
    wanted.email ? emailBetween(plus) : undefined,
    wanted.born ? sql`${plus}${bornBetween}` : undefined,
    ...words.map((forms, i) => occurs(forms, i)),
    furtherWords ? furtherOccur : undefined,
  )
}

const byName = sql`${patients.lastNameKey}, ${patients.firstNameKey}, ${patients.id}`
const page = sql`${param('limit')} offset ${param('offset')}`
const limited = sql`order by ${byName} limit ${param('limit')} + ${param('offset')}`

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

/** The patients with an ending in a range. A patient can have several such endings, and is found once. */
export const patientsInRange: SQL = sql`(select distinct patient_row_id as found from ${index} where ${inRange('')})
  cross join ${patients} on ${patients.rowId} = found`

/**
 * The rows of the patients that a word finds, by each of its forms. For last names that begin with the word, the index
 * of names returns the first patients that meet the whole filter, in order. `union` is ` union ` or ` union all `.
 */
function patientsByWord(start: Start, where: SQL | undefined, order: SQL, union: SQL): SQL {
  const forms = Array.from({ length: Number(start.slice('word'.length)) }, (_, i) => String(i || ''))
  return sql`(${sql.join(
    forms.flatMap((form) => [
      sql`select patient_row_id as found from ${index} where ${inRange(form)}`,
      sql`select * from (select ${patients.rowId} from ${patients} where ${and(begins(form), where)} ${order})`,
    ]),
    union,
  )})`
}

const theirRecords = sql`cross join ${patients} on ${patients.rowId} = found`

/**
 * The found patients whose names come first. They are as many as the list has up to the end of the page, and all
 * patients with the last of these names. Each patient is read once, in the order of the rows, because neighbours are in
 * one page of the file. `names` is the condition that the index of names can check.
 */
const firstByNames = (start: Start, names: SQL | undefined): SQL => sql`(
    with hits as materialized (
      select found, ${patients.lastNameKey} as last, ${patients.firstNameKey} as first
      from (select found from ${patientsByWord(start, names, limited, sql` union all `)} group by found)
        cross join ${patients} indexed by patients_names on ${patients.rowId} = found
      where ${names})
    select found from hits cross join (
      select * from (
        select last as lastName, first as firstName from hits order by last, first
        limit 1 offset ${param('limit')} + ${param('offset')})
      union all select x'', x'' limit 1)
    where (last, first) <= (lastName, firstName)
  ) ${theirRecords}`

/**
 * CROSS JOIN makes SQLite read the tables in the order in which they are written. `order` sorts and limits a part of
 * the query.
 */
function sourceOf(start: Start, where: SQL | undefined, order: SQL): SQL {
  return start.startsWith('word')
    ? sql`${patientsByWord(start, where, order, sql` union `)} ${theirRecords}`
    : sources[start as keyof typeof sources]
}

const sources = {
  email: sql`${patients} indexed by patients_email`,
  born: sql`${patients} indexed by patients_dob`,
  status: sql`${patients} indexed by patients_status`,
  ids: sql`json_each(${param('ids', patients.lastNameKey)}) given
    cross join ${patients} on ${patients.id} = unhex(given.value)`,
  tag: sql`${patientTags} cross join ${patients}
    on ${patients.practiceKey} = ${patientTags.practiceKey} and ${patients.id} = ${patientTags.patientId}`,
}

const carriesTag = sql`exists (select 1 from ${patientTags}
  where ${patientTags.practiceKey} = ${patients.practiceKey} and ${patientTags.patientId} = ${patients.id}
    and ${patientTags.tagId} = ${param('tagId', patientTags.tagId)})`

/** An SQL condition: the patient's phone number has a form that contains one of two texts (`PhoneSearch`). */
export const holdsDigits: SQL = sql`(instr(${patients.phoneKey}, ${param('phone1', patients.phoneKey)})
  or instr(${patients.phoneKey}, ${param('phone2', patients.phoneKey)}))`

/** An SQL condition: a form of a word occurs in a name. */
const isIn = (form: SQL) =>
  sql`instr(${patients.lastNameKey}, ${form}) or instr(${patients.firstNameKey}, ${form}) or instr(${patients.spelledKey}, ${form})`

const occurs = (forms: number, i: number) =>
  sql`(${sql.join(
    Array.from({ length: forms }, (_, form) => isIn(param(wordParam(i, form), patients.lastNameKey))),
    sql` or `,
  )})`

/**
 * SQLite reads the words of a JSON array more slowly than parameters. But the first words exclude nearly all patients.
 */
const furtherOccur = sql`not exists (
  select 1 from json_each(${param('furtherWords', patients.lastNameKey)}) further where not exists (
    select 1 from json_each(further.value) form where ${isIn(sql`form.value`)}))`

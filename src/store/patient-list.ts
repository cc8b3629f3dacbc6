import { and, eq, type SQL, sql } from 'drizzle-orm'
import { patients, patientTags } from '../../db/schema/patients.ts'
import { practices } from '../../db/schema/practice.ts'
import type { Page } from '../domain/page.ts'
import { indexedPart } from '../domain/search.ts'
import { type PatientRow, patientFields } from './patients.ts'
import type { Scope } from './scope.ts'
import { ownPracticeKey, param, type Select, select } from './statement.ts'
import type { Params } from './values.ts'

/** Which patients to list. `words` are folded (`domain/search.ts`), and all must occur in the patient's names. */
export interface PatientFilter {
  readonly words: readonly string[]
  readonly status?: string | undefined
  readonly tagId?: string | undefined
}

/**
 * One page of patients by last name, first name and id.
 *
 * When few patients meet one condition of the filter, the list looks them up in an index and sorts them. When many
 * meet each of them, it walks the patients in name order until the page is full, which is soon. So neither a rare nor
 * a common word makes it read the whole practice.
 */
export function listPatients(scope: Scope, filter: PatientFilter, page: Page): PatientRow[] {
  const { status, tagId } = filter
  const words = [...filter.words].sort((a, b) => b.length - a.length)
  const rarest = rarestOf(scope, words)
  const start = rarest !== undefined ? 'word' : tagged(scope, tagId) ? 'tag' : 'name'
  const list = listing(start, status !== undefined, tagId !== undefined, words.length)
  return scope.all(list, {
    ...page,
    ...rarest,
    ...Object.fromEntries(words.slice(0, mostWords).map((word, i) => [wordParam(i), word])),
    furtherWords: JSON.stringify(words.slice(mostWords)),
    status: status ?? null,
    tagId: tagId ?? null,
  })
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

/** Eight letters are the longest ending, and this one comes after every other letter. */
const rangeOf = (word: string): Range => {
  const first = indexedPart(word)
  return { first, last: first + '\u{10ffff}'.repeat(8) }
}

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

/** The range of the rarest among the longest words. Undefined when many patients have each of them. */
function rarestOf(scope: Scope, words: readonly string[]): Range | undefined {
  const [rarest] = words
    .slice(0, mostWords)
    .map(rangeOf)
    .map((range) => ({ range, count: scope.get(endingsFound, range)?.count ?? 0 }))
    .sort((a, b) => a.count - b.count)
  return rarest !== undefined && rarest.count <= few ? rarest.range : undefined
}

const tagged = (scope: Scope, tagId: string | undefined): boolean =>
  tagId !== undefined && scope.get(taggedFound, { tagId })!.count <= few

type Start = 'word' | 'tag' | 'name'

const listings = new Map<string, Select<PatientRow>>()

function listing(start: Start, byStatus: boolean, byTag: boolean, words: number): Select<PatientRow> {
  const key = [start, byStatus, byTag, Math.min(words, mostWords + 1)].join()
  let list = listings.get(key)
  if (list === undefined) {
    const where = and(
      start === 'tag' ? eq(patientTags.tagId, param('tagId', patientTags.tagId)) : undefined,
      byTag && start !== 'tag' ? carriesTag : undefined,
      byStatus ? eq(patients.status, param('status', patients.status)) : undefined,
      allOccur(words),
    )
    list = start === 'name' ? walk(where) : choose(sources[start], where)
    listings.set(key, list)
  }
  return list
}

const byName = sql`${patients.lastNameKey}, ${patients.firstNameKey}, ${patients.id}`
const page = sql`${param('limit')} offset ${param('offset')}`

const walk = (where: SQL | undefined) =>
  select({ fields: patientFields, from: patients, where, orderBy: [byName], limit: page })

/** Chooses the page by its sorting keys alone, so that whole records are read only for the page. */
const choose = (source: SQL, where: SQL | undefined) =>
  select({
    fields: patientFields,
    from: patients,
    source: sql`(
      select ${patients.rowId} as chosen from ${source}
      where ${and(sql`${patients.practiceKey} = ${ownPracticeKey}`, where)}
      order by ${byName} limit ${page}
    ) cross join ${patients} on ${patients.rowId} = chosen`,
    orderBy: [byName],
  })

/** CROSS JOIN makes SQLite read the tables in the order in which they are written. */
const sources = {
  /** A patient can have several endings that begin with the word. */
  word: sql`(select distinct patient_row_id as found from ${index} where ${inRange})
    cross join ${patients} on ${patients.rowId} = found`,
  tag: sql`${patientTags} cross join ${patients}
    on ${patients.practiceKey} = ${patientTags.practiceKey} and ${patients.id} = ${patientTags.patientId}`,
}

const carriesTag = sql`exists (select 1 from ${patientTags}
  where ${patientTags.practiceKey} = ${patients.practiceKey} and ${patientTags.patientId} = ${patients.id}
    and ${patientTags.tagId} = ${param('tagId', patientTags.tagId)})`

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
